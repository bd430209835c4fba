-- The store: one row a deal, lists for its cards, and what the rules say of it in rows of its own.
-- No key or index on deal: idempotence is an anti-join on its digest inside the batch's transaction.

create table meta (key varchar not null, value varchar not null);
insert into meta values ('schema', '1');

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
    digest varchar not null,        -- sha256 of its bytes with format, mapping and given rules: loaded once
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
    toml varchar not null           -- the whole ruleset, overrides applied
);

create table player (
    player uinteger not null,
    namespace varchar not null,
    id varchar not null,
    name varchar
);

create table seating (
    seating uinteger not null,
    players uinteger[] not null     -- by seat
);

create table match (
    match uinteger not null,
    name varchar not null           -- the record's own id
);

create table deal (
    deal ubigint not null,
    match uinteger not null,
    number uinteger not null,
    file uinteger not null,
    line uinteger not null,
    batch uinteger not null,
    digest ubigint not null,        -- of the record's content
    ruleset uinteger not null,
    seating uinteger,
    dealer utinyint,
    time timestamptz,
    turned utinyint,
    hands utinyint[],               -- all seats after one another, in the order dealt; 254 unknown
    hand_sizes utinyint[],          -- by seat
    before_auction utinyint[],      -- by seat: cards before the bar
    dealt_order boolean not null,
    calls usmallint[],              -- 0 pass, 1 take, 2 double, 3 redouble, else 8 * value + contract
    call_seats utinyint[],          -- where recorded; 255 where not
    exchange struct(seat utinyint, play tinyint),
    declarations struct(seat utinyint, play utinyint, cards uinteger, kind varchar, top utinyint, shown utinyint)[],
    belotes struct(seat utinyint, suit utinyint, play utinyint)[],
    plays utinyint[],
    play_seats utinyint[],          -- where recorded; 255 where not
    claims struct(
        contract usmallint, taker utinyint, doubled utinyint, winners utinyint[], points smallint[],
        points_include varchar[], declarations smallint[], belote smallint[], hanging smallint[],
        score smallint[], totals integer[], match_winner utinyint, penalties smallint[]
    ),
    ended varchar,
    ended_by utinyint,
    simulated boolean not null,
    bots utinyint[],
    more json                       -- times, labels, notes, extra: what no rule reads
);

create table verdict (
    deal ubigint not null,
    ruleset uinteger not null,
    is_primary boolean not null,    -- under the deal's own ruleset
    engine varchar not null,        -- version of the rules engine
    verdicts utinyint[] not null,   -- by part: 0 legal, 1 violation, 2 unsettled, 3 not auditable
    reasons varchar[] not null,     -- by part: why it is not auditable
    contract utinyint,              -- 0-5: C D H S NT AT
    level usmallint,                -- points of the bid, 1000 capot
    taker utinyint,
    doubled utinyint not null,
    outcome utinyint not null,      -- 0 unknown, 1 made, 2 inside, 3 hanging, 4 thrown in
    leader utinyint,
    seats utinyint[],               -- by play
    winners utinyint[],             -- by trick
    points smallint[],              -- by side, with the last trick
    tricks utinyint[],
    declared smallint[],
    belote smallint[],
    capot utinyint,                 -- the side that took every trick
    score smallint[],
    hanging smallint,
    totals integer[],
    held struct(seat utinyint, kind utinyint, cards uinteger)[]  -- kind 3-8: a run of so many; 1: a carré
);

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
