/* The card play of four players in pairs, said in C: legal cards, winner and points, table driven.
 *
 * A deal is 4 hands (32-bit sets, card = 8 * suit + rank), 32 plays, a leader and a contract (0-3 suit, 4 no trump,
 * 5 all trumps). Answers: how many plays are in order before the first illegal one, points of seats 0 and 2 with the
 * last trick, and their tricks as bits. Partners are spared from ruffing; `underruff` says whether one who cannot
 * overruff must still ruff.
 */
#include <stdint.h>

static uint32_t beaten_by[6][32];
static uint8_t value[6][32];
static const uint8_t PLAIN_ORDER[8] = {0, 1, 2, 6, 3, 4, 5, 7}, TRUMP_ORDER[8] = {0, 1, 6, 4, 7, 2, 3, 5};
static const uint8_t PLAIN_VALUE[8] = {0, 0, 0, 10, 2, 3, 4, 11}, TRUMP_VALUE[8] = {0, 0, 14, 10, 20, 3, 4, 11};

void prepare(void) {
    for (int contract = 0; contract < 6; contract++)
        for (int low = 0; low < 32; low++) {
            int low_trump = contract == 5 || contract == low / 8;
            value[contract][low] = (low_trump ? TRUMP_VALUE : PLAIN_VALUE)[low % 8];
            beaten_by[contract][low] = 0;
            for (int high = 0; high < 32; high++) {
                const uint8_t *order = low_trump ? TRUMP_ORDER : PLAIN_ORDER;
                int beats = low / 8 == high / 8 ? order[high % 8] > order[low % 8] : contract == high / 8;
                if (beats) beaten_by[contract][low] |= 1u << high;
            }
        }
}

void play(long deals, const uint32_t *hands, const uint8_t *plays, const uint8_t *leaders, const uint8_t *contracts,
          int underruff, uint8_t *in_order, uint16_t *points, uint8_t *tricks) {
    for (long d = 0; d < deals; d++) {
        const uint8_t *cards = plays + 32 * d;
        uint32_t hand[4] = {hands[4 * d], hands[4 * d + 1], hands[4 * d + 2], hands[4 * d + 3]};
        int contract = contracts[d], leader = leaders[d], at = 0, own = 0;
        uint8_t won = 0;
        uint32_t trumps = contract < 4 ? 0xFFu << 8 * contract : 0;
        uint32_t headed = contract == 5 ? 0xFFFFFFFFu : trumps;
        for (int trick = 0; trick < 8; trick++) {
            int seat = leader, best = 0, sum = 0;
            uint32_t led = 0;
            for (int i = 0; i < 4; i++, at++, seat = (seat + 1) & 3) {
                int card = cards[at];
                uint32_t mine = hand[seat], allowed = mine;
                if (card > 31) goto done;
                if (i == 0) {
                    led = 0xFFu << (card & 24);
                    best = card;
                } else {
                    uint32_t follow = mine & led, over = beaten_by[contract][best];
                    if (follow) {
                        uint32_t higher = follow & over & headed;
                        allowed = higher ? higher : follow;
                    } else if ((mine & trumps) && (leader ^ seat) != 2) {
                        uint32_t higher = mine & trumps & over;
                        allowed = higher ? higher : underruff ? mine & trumps : mine;
                    }
                }
                if (!(allowed >> card & 1)) goto done;
                if (i > 0 && beaten_by[contract][best] >> card & 1) {
                    best = card;
                    leader = seat;
                }
                hand[seat] = mine & ~(1u << card);
                sum += value[contract][card];
            }
            if (!(leader & 1)) {
                own += sum + (trick == 7 ? 10 : 0);
                won |= 1 << trick;
            }
        }
    done:
        in_order[d] = at;
        points[d] = at == 32 ? own : 0;
        tricks[d] = at == 32 ? won : 0;
    }
}
