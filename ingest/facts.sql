-- What figures count of a deal, on one row: `fact_scan` works it out, `fact` keeps it for every deal judged.
-- Sets of cards have bit c for card c, sets of seats bit s for seat s. Lists are by seat unless said otherwise.

create macro set_of(items) as
    coalesce(list_sum(list_transform(list_distinct(items), lambda i: (1::ubigint << i))), 0)::uinteger;
create macro seat_set(items) as set_of(items)::utinyint;
create macro in_suit(cards, suit) as (cards >> (8 * suit)) & 255;

-- A hand seen by who would take: 0 for a trump suit, 1 for no trump, 2 for all trumps; then of a suit its trumps,
-- its nine (1) and jack (2), and aces beside it; of no trump its aces; of all trumps its nines and jacks.
create macro hand_class(cards, contract) as case
    when contract < 4 then
        5 * (5 * bit_count(in_suit(cards, contract)) + 2 * ((in_suit(cards, contract) >> 4) & 1)
            + ((in_suit(cards, contract) >> 2) & 1))
        + bit_count(cards & 2155905152 & (4294967295 - (255::ubigint << (8 * contract))))
    when contract = 4 then 225 + bit_count(cards & 2155905152)
    when contract = 5 then 450 + 25 * bit_count(cards & 67372036) + 5 * bit_count(cards & 269488144)
end::usmallint;

-- J 20, 9 14, A 11, T 10, K 4, Q 3 of a trump suit.
create macro trump_points(cards) as
    20 * ((cards >> 4) & 1) + 14 * ((cards >> 2) & 1) + 11 * ((cards >> 7) & 1)
    + 10 * ((cards >> 3) & 1) + 4 * ((cards >> 6) & 1) + 3 * ((cards >> 5) & 1);

-- The runs among eight cards of a suit, by the set of them: 1 one of three, 2 one of four, 4 one of five or more.
create macro runs_of(suit) as [
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 2, 4,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 4, 4,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 2, 4,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 2, 4,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 4, 4,
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 2, 4,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 2, 2, 2, 2, 2, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4
][suit + 1];
-- The declarations of a hand: bit k for each kind k that it holds.
create macro kinds_of(cards) as
    runs_of(in_suit(cards, 0)) | runs_of(in_suit(cards, 1)) | runs_of(in_suit(cards, 2)) | runs_of(in_suit(cards, 3))
    | case when (cards & (cards >> 8) & (cards >> 16) & (cards >> 24) & 252) <> 0 then 8 else 0 end;
-- The seats whose hand holds a kind.
create macro holders_of(kinds, kind) as (
    ((coalesce(kinds[1], 0) >> kind) & 1) + 2 * ((coalesce(kinds[2], 0) >> kind) & 1)
    + 4 * ((coalesce(kinds[3], 0) >> kind) & 1) + 8 * ((coalesce(kinds[4], 0) >> kind) & 1)
)::utinyint;

-- Which kind of four a declaration is: 0 tierce, 1 quarte, 2 quinte or more, 3 carré.
create macro kind_of(length) as case when length = 1 then 3 else least(length::integer, 5) - 3 end;
create macro is_carre(cards) as
    bit_count(cards) = 4 and bit_count(cards & 255) = 1 and bit_count((cards >> 8) & 255) = 1;
create macro top_of(cards) as floor(log2(cards))::integer % 8;
-- Carrés from the lowest Q K T A 9 J, and every one above every sequence; then length, then top card.
create macro power_of(length, top) as case
    when length = 1 then 1000 + [9, 9, 4, 2, 5, 0, 1, 3][top + 1] else 16 * least(length::integer, 5) + top
end;
create macro worth_of(length, top) as case
    when length = 1 then [0, 0, 150, 100, 200, 100, 100, 100][top + 1] else [20, 50, 100][least(length::integer, 5) - 2]
end;

create view ruleset_shape as
select ruleset, name as rules, players as table_size, case when players = 4 then 2 else players end as sides,
    list_sum(list_transform(regexp_extract_all(packets, '\d'), lambda d: d::integer))::integer as hand_size,
    ends_with(packets, '|') as dealt_whole,
    regexp_extract(toml, '\npack = "(\d+)"', 1)::integer as pack,
    regexp_extract(toml, '\nstyle = "(\w+)"', 1) as style,
    regexp_extract(toml, '\ncontest = "(\w+)"', 1) <> 'none' as declares,
    regexp_extract(toml, '\ntarget = (\d+)', 1)::integer as target
from (select *, regexp_extract(toml, '\npackets = "([^"]+)"', 1) as packets from ruleset);

create view fact_scan as
with joined as (
    select d.* replace (d.dealer::integer as dealer, d.turned::integer as turned),
        v.* exclude (deal, ruleset, is_primary, engine, said, seats, as_claimed, taken) replace (
            v.taker::integer as taker, found(v.winners, d.claims.winners, v.as_claimed, 0) as winners,
            found(v.points, d.claims.points, v.as_claimed, 1) as points,
            found(v.declared, d.claims.declarations, v.as_claimed, 2) as declared,
            found(v.belote, d.claims.belote, v.as_claimed, 3) as belote,
            found(v.score, d.claims.score, v.as_claimed, 4) as score,
            found(v.totals, d.claims.totals, v.as_claimed, 5) as totals, held_whole(v.held) as held
        ),
        tricks_of(v.taken) as tricks,
        s.players, r.*
        exclude (ruleset, rules),
        b.codes, b.broken, b.faults,
        case when d.hands is not null then
            list_transform(range(table_size), lambda s: coalesce(list_sum(d.hand_sizes[1:s]), 0)::integer)
        end as starts,
        seats_of(v.seats, v.leader, found(v.winners, d.claims.winners, v.as_claimed, 0), r.table_size, len(d.plays))
            as seats,
        coalesce(v.seats is null or len(v.seats) = len(d.plays), false) as seats_fit,
        coalesce(list_sum(tricks_of(v.taken)) = r.hand_size, false) as complete,
        v.outcome in (1, 2, 3) as settled,
        (coalesce(list_position(list_transform(d.calls, lambda c: c <> 0), true), len(d.calls) + 1) - 1)::integer
            as quiet,
        len(d.calls) - list_position(list_reverse(list_transform(d.calls, lambda c: c not in (0, 2, 3))), true)
            as last_bid,
        len(d.calls) - list_position(list_reverse(list_transform(d.calls, lambda c: c = 2)), true) as last_double
    from judgement v
    join deal d using (deal)
    join ruleset_shape r on r.ruleset = v.ruleset
    left join seating s using (seating)
    left join (
        select deal, bool_or(code like 'play.%') as codes, count(*) as broken, list(seat order by seat) as faults
        from violation where is_primary and not unsettled group by deal
    ) b using (deal)
    where v.is_primary
),
-- The whole hands: as recorded, all different and none dealt to an earlier seat too; else as played.
handed as (
    select *,
        list_transform(range(table_size), lambda s: case
            when hand_sizes[s + 1] = hand_size
                and not list_has_any(hands[starts[s + 1] + 1:starts[s + 1] + hand_size], hands[1:starts[s + 1]])
                and len(list_distinct(list_filter(
                    hands[starts[s + 1] + 1:starts[s + 1] + hand_size], lambda c: c < 254))) = hand_size
                then set_of(hands[starts[s + 1] + 1:starts[s + 1] + hand_size])
            when seats_fit
                and len(list_distinct(list_filter(plays, lambda c, i: c < 254 and seats[i] = s))) = hand_size
                then set_of(list_filter(plays, lambda c, i: c < 254 and seats[i] = s))
        end) as whole,
        -- A deal whose packets all come before the auction needs no bar to say so.
        coalesce(before_auction, case when dealt_whole and list_min(hand_sizes) = hand_size then hand_sizes end)
            as bars,
        -- Announced: by whom, of which kind and strength.
        list_transform(declarations, lambda a: {
            'seat': a.seat,
            'length': case
                when a.cards <> 0 then case when is_carre(a.cards) then 1 else bit_count(a.cards) end
                else case a.kind when 'tierce' then 3 when 'quarte' then 4 when 'quinte' then 5 else 1 end end::integer,
            'top': case when a.cards <> 0 then top_of(a.cards) else a.top end::integer
        }) as announced,
        list_filter(held, lambda h: h.kind between 1 and 8) as held_here
    from joined
),
seen as (
    select *,
        list_transform(range(table_size), lambda s: case
            when (dealt_order or dealt_whole) and bars[s + 1] > 0
                and len(list_distinct(list_filter(
                    hands[starts[s + 1] + 1:starts[s + 1] + bars[s + 1]], lambda c: c < 254))) = bars[s + 1]
                then set_of(hands[starts[s + 1] + 1:starts[s + 1] + bars[s + 1]])
        end) as before,
        seat_set(list_filter(range(table_size), lambda s: whole[s + 1] is not null)) as known,
        list_transform(whole, lambda hand: kinds_of(hand)) as kinds,
        list_transform(range(4), lambda k:
            seat_set(list_transform(list_filter(announced, lambda a: kind_of(a.length) = k), lambda a: a.seat)))
            as speakers,
        declarations is not null and declares and contract is not null and contract <> 4 as speaks,
        coalesce(contract < 4 and belotes is not null, false) as speaks_belote,
        case when contract is null or taker is null then null else taker % sides end::utinyint as attack,
        coalesce(call_seats[last_bid + 1], 255) as bid_seat
    from handed
)
select
    deal, match, number, ruleset, file, time::date as day, (year(time) * 12 + month(time) - 1)::uinteger as month,
    -- Everybody as who he is seen as.
    coalesce(a0.same_as, players[1]) as p0, coalesce(a1.same_as, players[2]) as p1,
    coalesce(a2.same_as, players[3]) as p2, coalesce(a3.same_as, players[4]) as p3,
    table_size::utinyint as table_size, sides::utinyint as sides, dealer::utinyint as dealer, taker::utinyint as taker,
    case when last_double is not null then coalesce(nullif(call_seats[last_double + 1], 255),
        (dealer + 1 + last_double) % table_size) end::utinyint as doubler,
    contract, level, doubled, outcome, settled, complete, attack, capot,
    case
        when contract is null or taker is null or outcome = 4 then null
        when settled then outcome = 1
        when not complete or points is null or ended is not null then null
        when level = 1000 then coalesce(capot = attack, false)
        else points[attack + 1] > list_sum(points) - points[attack + 1] and points[attack + 1] >= coalesce(level, 0)
    end as made,
    (last_bid // table_size + 1)::utinyint as auction_round,
    ((taker - dealer + table_size - 1) % table_size)::utinyint as place,
    case when style = 'take' and last_bid is not null then least(last_bid // table_size, 1) + 1 else 0 end::utinyint
        as stage,
    bars[taker + 1]::utinyint as before_size,
    hand_class(before[taker + 1], contract) as strength,
    case when contract < 4 then bit_count(in_suit(before[taker + 1], contract)) end::utinyint as trumps,
    case when contract < 4 then trump_points(in_suit(before[taker + 1], contract)) end::utinyint as trump_points,
    case when contract < 4 then bit_count(in_suit(whole[taker + 1], contract)) end::utinyint as trumps_whole,
    (coalesce(codes, false)::integer + 2 * (outcome = 4)::integer + 4 * coalesce(ended = 'abandoned', false)::integer
        + 8 * (not complete and outcome <> 4)::integer + 16 * (len(coalesce(bots, [])) > 0)::integer
        + 32 * simulated::integer)::utinyint as flags,
    points[attack + 1] as attack_points, (list_sum(points) - points[attack + 1])::smallint as defence_points,
    score[attack + 1] as attack_score, (list_sum(score) - score[attack + 1])::smallint as defence_score,
    case when len(points) = 2 then points[1] end as points0, case when len(points) = 2 then points[2] end as points1,
    hand_size::utinyint as hand_size, pack::utinyint as pack, known,
    [holders_of(kinds, 0), holders_of(kinds, 1), holders_of(kinds, 2), holders_of(kinds, 3)] as holders, speakers, speaks,
    seat_set(list_filter(range(table_size), lambda s: len(list_filter(range(4), lambda u:
        (in_suit(whole[s + 1], u) & 96) = 96)) > 0)) as couples,
    case when contract < 4 then seat_set(list_filter(range(table_size), lambda s:
        (in_suit(whole[s + 1], contract) & 96) = 96)) end as belote_held,
    case when speaks_belote then seat_set(list_transform(belotes, lambda b: b.seat)) end as belote_said,
    seat_set(list_filter(range(table_size), lambda s: coalesce(declared[s % sides + 1], 0) > 0)) as counting,
    seat_set(list_filter(range(table_size), lambda s: coalesce(belote[s % sides + 1], 0) > 0)) as belote_counting,
    case when speaks then list_transform(
        list_filter(held_here, lambda h: ((speakers[kind_of(h.kind) + 1] >> h.seat) & 1) = 0),
        lambda h: {
            'seat': h.seat, 'kind': kind_of(h.kind)::utinyint, 'worth': worth_of(h.kind, top_of(h.cards))::smallint,
            'counts': coalesce(declared[h.seat % sides + 1], 0) > 0 or power_of(h.kind, top_of(h.cards)) > coalesce(
                list_max(list_transform(list_filter(announced, lambda a: a.seat % sides <> h.seat % sides),
                    lambda a: power_of(a.length, coalesce(a.top, 7)))), 0)
        }) end as missed,
    case when calls is not null and dealer is not null then list_filter(
        list_transform(range(quiet), lambda p: {
            'seat': coalesce(nullif(call_seats[p + 1], 255), (dealer + 1 + p) % table_size)::utinyint,
            'stage': case when style = 'take' then least(p // table_size, 1) + 1 else 0 end::utinyint,
            'size': bars[(dealer + 1 + p) % table_size + 1]::utinyint,
            'hands': list_transform(
                list_filter(range(6), lambda c: style <> 'take'
                    or (turned is not null and (p < table_size) = (c = turned // 8))),
                lambda c: hand_class(
                    before[coalesce(nullif(call_seats[p + 1], 255), (dealer + 1 + p) % table_size) + 1], c))
        }), lambda one: len(one.hands) > 0 and one.hands[1] is not null) end as passes,
    before, list_transform(whole, lambda h: coalesce(h, 0)) as whole,
    case when list_min(bars) = list_max(bars) then list_min(bars) end::utinyint as dealt_size,
    coalesce(broken, 0)::usmallint as broken, faults,
    coalesce(
        claims.match_winner,
        case when list_max(totals) >= target and len(list_filter(totals, lambda t: t = list_max(totals))) = 1
            then list_position(totals, list_max(totals)) - 1 end)::utinyint as winner
from seen
left join player_alias a0 on a0.player = players[1]
left join player_alias a1 on a1.player = players[2]
left join player_alias a2 on a2.player = players[3]
left join player_alias a3 on a3.player = players[4];

create table fact as select * from fact_scan limit 0;
