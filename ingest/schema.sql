-- The store: one row a deal, its cards packed into numbers, and what the rules say of it in rows of its own.
-- No key or index on record: idempotence is a join on match and number inside the batch's transaction.
-- DuckDB 1.5 is to open the views too: they say `case` for the function `if`, which it does not have.

create table meta (key varchar not null, value varchar not null);
insert into meta values ('schema', '7');

create table batch (
    batch uinteger not null,
    started timestamptz not null,
    finished timestamptz not null,
    deals ubigint not null,
    rejects ubigint not null
);

create table file (
    file uinteger not null,
    batch uinteger not null,
    path varchar not null,
    digest varchar not null,        -- of its bytes with format, mapping and given rules: loaded once
    complete boolean not null,      -- read to its end; else the next load of it goes on
    format varchar not null,
    mapping varchar,
    bytes ubigint not null,
    deals ubigint not null,         -- deals read, known ones too
    new_deals ubigint not null,
    rejects ubigint not null
);

create table reject (
    file uinteger not null,
    line uinteger,
    "column" uinteger,
    reason varchar not null,
    excerpt varchar not null
);

create table ruleset (
    ruleset uinteger not null,
    digest varchar not null,
    name varchar not null,
    overrides json not null,        -- as the records have them
    toml varchar not null,          -- the whole ruleset, overrides applied
    shipped boolean not null,       -- comes with the program: follows its file there
    players utinyint not null
);

create table player (
    player uinteger not null,
    namespace varchar not null,     -- empty where the record has none
    id varchar not null,
    name varchar
);

-- What people say of players: the newest row that is not undone holds, and deals are never touched.
create table player_change (
    change uinteger not null,
    made timestamptz not null,
    what varchar not null,
    undone timestamptz
);

create table player_edit (
    change uinteger not null,
    kind varchar not null,          -- same_as or name
    player uinteger not null,
    same_as uinteger,               -- null: himself again
    name varchar                    -- null: what records call him
);

create view player_alias as
select e.player, arg_max_null(e.same_as, e.change) as same_as
from player_edit e join player_change c using (change)
where e.kind = 'same_as' and c.undone is null
group by e.player having arg_max_null(e.same_as, e.change) is not null;

create view player_name as
select e.player, arg_max_null(e.name, e.change) as name
from player_edit e join player_change c using (change)
where e.kind = 'name' and c.undone is null
group by e.player having arg_max_null(e.name, e.change) is not null;

-- Everybody as who he is seen as, under the name that holds.
create view person as
select p.player, coalesce(a.same_as, p.player) as person, t.namespace, t.id, coalesce(n.name, t.name) as name
from player p
left join player_alias a on a.player = p.player
join player t on t.player = coalesce(a.same_as, p.player)
left join player_name n on n.player = t.player;

create table seating (
    seating uinteger not null,
    players uinteger[] not null,    -- by seat
    names varchar[]                 -- what the records called them, where they did
);

create view seated as               -- seatings with everybody as who he is seen as
select seating, any_value(names) as names, list(coalesce(a.same_as, e.player) order by e.seat) as players
from (select seating, names, unnest(players) as player, generate_subscripts(players, 1) as seat from seating) e
left join player_alias a using (player)
group by seating;

create table match (
    match uinteger not null,
    name varchar not null,          -- the record's own id
    digest uinteger not null        -- of the name: among millions one is found by it in less time
);
create macro digest_of(name) as (md5_number_lower(name) & 4294967295)::uinteger;

create table record (               -- what `deal` shows whole; `ingest.packing.forms` says how lists are packed
    deal ubigint not null,
    match uinteger not null,
    number uinteger not null,
    file uinteger not null,
    line uinteger not null,
    batch uinteger not null,
    ruleset uinteger not null,
    seating uinteger,
    dealer utinyint,
    time timestamptz,
    turned utinyint,
    hands_0 bigint,                 -- all seats after one another, in the order dealt: five bits a card, eleven a number
    hands_1 bigint,
    hands_2 bigint,
    hands_3 bigint,
    hand_sizes bigint,              -- by seat, packed; from bit 21 on a bit for each unknown card
    before_auction bigint,          -- by seat, packed: cards before the bar
    dealt_order boolean not null,
    calls usmallint[],              -- 0 pass, 1 take, 2 double, 3 redouble, else 8 * value + contract
    call_seats utinyint[],          -- where recorded; 255 where not
    exchange struct(seat utinyint, play tinyint),
    declarations struct(seat utinyint, play utinyint, cards uinteger, kind varchar, top utinyint, shown utinyint)[],
    belotes struct(seat utinyint, suit utinyint, play utinyint)[],
    plays_0 bigint,
    plays_1 bigint,
    plays_2 bigint,
    plays_3 bigint,
    plays_n bigint,                 -- how many in the lowest six bits, above them a bit for each unknown card
    play_seats utinyint[],          -- where recorded; 255 where not
    claims struct(                  -- lists packed
        contract usmallint, taker utinyint, doubled utinyint, winners bigint, points bigint,
        points_include bigint, declarations bigint, belote bigint, hanging bigint,
        score bigint, totals bigint, match_winner utinyint, penalties bigint
    ),
    odd integer[],                  -- lists that do not fit: see `odd_list`
    ended varchar,
    ended_by utinyint,
    simulated boolean not null,
    bots utinyint[],
    more json                       -- times of plays and calls, labels, notes, extra: what no rule reads
);

-- A packed list: its elements, so many bits each, the first lowest, and above them a 1; above all there is room for, a
-- bit for each element that is -1.
create macro elements(packed, bits, most) as case when packed is not null then list_transform(
    list_filter(range(most), lambda nth: (packed & ((2::bigint << (bits * most)) - 1)) >> (bits * (nth + 1)) > 0),
    lambda nth: case when (packed >> (bits * most + 1 + nth)) & 1 = 1 then -1
        else (packed >> (bits * nth)) & ((1 << bits) - 1)
    end::integer
) end;
-- A list that does not fit, by its place among the kinds of lists: first come their lengths, -1 for none, then elements.
create macro odd_list(odd, kind) as case when odd[kind] >= 0 then
    odd[14 + coalesce(list_sum(list_filter(odd[1:kind - 1], lambda n: n > 0)), 0)
        : 13 + coalesce(list_sum(list_filter(odd[1:kind], lambda n: n > 0)), 0)]
end;
-- Cards packed; `unknown` has a bit for each that is.
create macro cards_in(first, second, third, fourth, n, unknown) as list_transform(range(n), lambda p: case
    when (unknown >> p) & 1 = 1 then 254
    else (case p // 11 when 0 then first when 1 then second when 2 then third else fourth end >> (5 * (p % 11))) & 31
end::utinyint);
-- The card that was led to the first trick, where it is known.
create macro card_led(plays_0, plays_n) as case when (plays_n & 127) between 1 and 63 then plays_0 & 31 end;
-- Of sizes all but the first are packed as the bits in which they differ from it.
create macro seated_in(list) as
    list_transform(list, lambda size, i: case when i = 1 then size else xor(size, list[1]) end::utinyint);
-- Nobody among winners is -1.
create macro winners_in(list) as list_transform(list, lambda winner: nullif(winner, -1)::utinyint);

create view listed as               -- records with all packed lists but those of cards
select *, list_transform([
        hand_sizes & 2097151, before_auction, claims.winners, claims.points, claims.points_include, claims.declarations,
        claims.belote, claims.hanging, claims.score, claims.totals, claims.penalties
    ], lambda packed, i: coalesce(
        elements(packed, [4, 4, 2, 10, 1, 10, 10, 10, 12, 12, 12][i], [4, 4, 9, 4, 2, 4, 4, 4, 4, 4, 4][i]),
        misfits[i + 2]
    )) as lists
from (
    select *, case when odd is not null then list_transform(range(1, 14), lambda kind: odd_list(odd, kind)) end
        as misfits
    from record
);

create view deal as                 -- records as they were read
select deal, match, number, file, line, batch, ruleset, seating, dealer, time, turned,
    case when hands_0 is not null
        then cards_in(
            hands_0, hands_1, hands_2, hands_3, coalesce(list_sum(seated_in(lists[1])), 0)::bigint, hand_sizes >> 21
        )
        else misfits[1]::utinyint[]
    end as hands,
    seated_in(lists[1]) as hand_sizes, seated_in(lists[2]) as before_auction,
    dealt_order, calls, call_seats, exchange, declarations, belotes,
    case when plays_0 is not null then cards_in(plays_0, plays_1, plays_2, plays_3, plays_n & 63, plays_n >> 6)
        else misfits[2]::utinyint[]
    end as plays,
    play_seats,
    case when claims is not null then {
        'contract': claims.contract, 'taker': claims.taker, 'doubled': claims.doubled,
        'winners': winners_in(lists[3]), 'points': lists[4]::smallint[],
        'points_include': list_transform(lists[5], lambda i: ['last_trick', 'capot'][i + 1]),
        'declarations': lists[6]::smallint[], 'belote': lists[7]::smallint[], 'hanging': lists[8]::smallint[],
        'score': lists[9]::smallint[], 'totals': lists[10], 'match_winner': claims.match_winner,
        'penalties': lists[11]::smallint[]
    } end as claims,
    ended, ended_by, simulated, bots, more
from listed;

create table other_view (           -- records that say of a deal what was known of it, or more
    deal ubigint not null,
    file uinteger not null,
    line uinteger not null,
    digest ubigint not null
);

create table judgement (            -- what `verdict` shows whole
    deal ubigint not null,
    ruleset uinteger not null,
    is_primary boolean not null,    -- under the deal's own ruleset
    engine varchar not null,        -- version of the rules engine
    said ubigint not null,          -- by part a byte, the first lowest: see `verdicts_of`, `reasons_of`
    contract utinyint,              -- 0-5: C D H S NT AT
    level usmallint,                -- points of the bid, 1000 capot
    taker utinyint,
    doubled utinyint not null,
    outcome utinyint not null,      -- 0 unknown, 1 made, 2 inside, 3 hanging, 4 thrown in
    leader utinyint,
    seats utinyint[],               -- by play, where they do not follow from leader and winners: see `seats_of`
    as_claimed utinyint not null,   -- bits: which of these six are as the record claims them, and null here
    winners utinyint[],             -- 0, by trick
    points smallint[],              -- 1, by side, with the last trick
    declared smallint[],            -- 2
    belote smallint[],              -- 3
    score smallint[],               -- 4
    totals integer[],               -- 5
    taken usmallint,                -- tricks by side: see `tricks_of`
    capot utinyint,                 -- the side that took every trick
    hanging smallint,
    held usmallint[]                -- declarations that hands held: see `held_whole`
);

-- By part: 0 legal, 1 violation, 2 unsettled, 3 not auditable; and why it is not.
create macro verdicts_of(said) as list_transform(range(8), lambda part: ((said >> (8 * part)) & 3)::utinyint);
create macro reasons_of(said) as list_transform(range(8), lambda part: ((said >> (8 * part + 2)) & 63)::utinyint);
create macro tricks_of(taken) as case when taken is not null then
    list_transform(range(taken >> 12), lambda side: ((taken >> (4 * side)) & 15)::utinyint)
end;

-- The cards of a run, or of a carré, by its highest card.
create macro cards_of(kind, top) as case
    when kind = 1 then 16843009::ubigint << (top % 8) else ((1::ubigint << kind) - 1) << (top + 1 - kind)
end::uinteger;
-- Seat, kind and top card in one number; kind 3-8: a run of so many below its top, 1: a carré.
create macro held_whole(held) as list_transform(held, lambda h: {
    'seat': (h >> 9)::utinyint, 'kind': ((h >> 5) & 15)::utinyint, 'cards': cards_of((h >> 5) & 15, h & 31)
});

-- A number that the judge found, which is the claimed one where its bit says so.
create macro found(ours, claimed, as_claimed, bit) as case when (as_claimed >> bit) & 1 = 1 then claimed else ours end;

create view verdict as
select j.deal, j.ruleset, is_primary, engine, verdicts_of(said) as verdicts, reasons_of(said) as reasons, contract, level, taker, doubled, outcome, leader,
    seats,
    found(winners, winners_in(lists[3]), as_claimed, 0) as winners,
    found(points, lists[4]::smallint[], as_claimed, 1) as points, tricks_of(taken) as tricks,
    found(declared, lists[6]::smallint[], as_claimed, 2) as declared,
    found(belote, lists[7]::smallint[], as_claimed, 3) as belote, capot,
    found(score, lists[9]::smallint[], as_claimed, 4) as score, hanging,
    found(totals, lists[10], as_claimed, 5) as totals, held_whole(held) as held
from judgement j join (select deal, lists from listed) d using (deal);

-- What an arbiter says of a violation, by its address, so that a new audit leaves it: the newest row that is not undone
-- holds.
create table ruling (
    ruling uinteger not null,
    made timestamptz not null,
    match varchar not null,
    number uinteger not null,
    code varchar not null,
    seat utinyint,
    position usmallint,
    said varchar not null,          -- confirmed, waived or bad record
    name varchar not null,          -- who says so
    note varchar not null,
    undone timestamptz
);

create view ruled as
select match, number, code, seat, position, max(ruling) as ruling, arg_max(said, ruling) as said,
    arg_max(name, ruling) as ruled_by, arg_max(note, ruling) as note
from ruling where undone is null group by match, number, code, seat, position;

create table reason (reason utinyint not null, text varchar not null);

-- The seat of every one of n plays: round from the leader of each trick, who took the one before.
create macro seats_of(seats, leader, winners, players, n) as case
    when seats is not null then seats
    when n is not null then list_transform(range(n), lambda p:
        ((case when p < players then leader else winners[p // players] end + p % players) % players)::utinyint)
end;

create table violation (
    deal ubigint not null,
    ruleset uinteger not null,
    is_primary boolean not null,
    code varchar not null,
    unsettled boolean not null,
    seat utinyint,
    position usmallint,
    card utinyint,
    allowed uinteger not null,
    recorded varchar,
    computed varchar,
    clause varchar not null
);

-- Views read primary verdicts alone. Positions and tricks count from 0.

create view call as
select deal, position, coalesce(seat, (dealer + 1 + position) % players)::utinyint as seat, call
from (
    select d.deal, d.dealer, r.players, generate_subscripts(d.calls, 1) - 1 as position,
        unnest(d.calls) as call, nullif(unnest(d.call_seats), 255) as seat
    from record d join ruleset r using (ruleset)
);

create view play as
select deal, position, (position // players)::utinyint as trick, seat, card
from (
    select d.deal, r.players, generate_subscripts(d.plays, 1) - 1 as position,
        unnest(d.plays) as card, unnest(seats_of(v.seats, v.leader, v.winners, r.players, len(d.plays))) as seat
    from deal d join ruleset r using (ruleset) left join verdict v on v.deal = d.deal and v.is_primary
) where card is not null;

create view trick as
select p.deal, p.trick, arg_min(p.seat, p.position) as leader, any_value(v.winners[p.trick + 1]) as winner,
    list(p.card order by p.position) as cards
from play p left join verdict v on v.deal = p.deal and v.is_primary
group by p.deal, p.trick;

create view declaration as
select deal, held.seat as seat, held.kind as kind, held.cards as cards
from (select deal, unnest(held_whole(held)) as held from judgement where is_primary);

create view player_deal as
select deal, match, number, ruleset, rules, file, time, seat, side, player, partner,
    seat = dealer as dealt, taker = seat as took,
    taker % sides = side as attack, contract, level, doubled, outcome,
    points[side + 1] as points, list_sum(points) - points[side + 1] as points_against,
    tricks[side + 1] as tricks, capot = side as capot, score[side + 1] as score,
    len(list_filter(held, lambda h: h.seat = seat)) as declarations_held
from (
    select d.deal, m.name as match, d.number, d.ruleset, r.name as rules, d.file, d.time, d.dealer,
        seats.seat, case when r.players = 4 then 2 else r.players end as sides,
        seats.seat % case when r.players = 4 then 2 else r.players end as side,
        coalesce(me.same_as, s.players[seats.seat + 1]) as player,
        case when r.players = 4 then coalesce(mate.same_as, s.players[(seats.seat + 2) % 4 + 1]) end as partner,
        v.* exclude (deal, ruleset)
    from record d
    join match m using (match)
    join ruleset r using (ruleset)
    join (select unnest(range(4))::utinyint as seat) seats on seats.seat < r.players
    left join seating s using (seating)
    left join player_alias me on me.player = s.players[seats.seat + 1]
    left join player_alias mate on mate.player = s.players[(seats.seat + 2) % 4 + 1]
    left join verdict v on v.deal = d.deal and v.is_primary
);
