"""Players: everybody in a list that does not crown small samples, one looked at closely, and two compared."""

from dataclasses import replace

import polars as pl
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.asking import tell
from dashboard.charts import intervals, means
from dashboard.figures import BIDDING, FIGURES, Scope
from dashboard.figures.interval import with_interval
from dashboard.figures.people import SENTENCE
from dashboard.filters import asked_player
from dashboard.leading import to_people
from dashboard.notices import no_deals, nobody
from dashboard.panels import chart, explained, numbers, panel
from dashboard.questions import any_deals
from dashboard.reading import Snapshot, names_of, table
from dashboard.speaking import decimals, tr, tr_of
from dashboard.stats import RATED_MATCHES
from dashboard.wording import number, share

COLUMNS = (
    "player",
    "deals",
    "taken",
    "made",
    "made_rate",
    "made_low",
    "made_high",
    "shrunken",
    "shrunken_low",
    "shrunken_high",
    "attacks",
    "attack_mean",
    "attack_low",
    "attack_high",
    "defences",
    "defence_mean",
    "defence_low",
    "defence_high",
    "capots",
    "capots_against",
    "doubles",
    "doubles_paid",
    "missed",
    "missed_worth",
    "judged",
    "faulty",
    "faulty_rate",
    "faulty_low",
    "faulty_high",
    "matches",
    "won",
)
_SHOWN = 20


def everybody(snapshot: Snapshot, scope: Scope) -> None:
    """The ranking by shrunken rate, the ratings, and the list."""
    found = table(snapshot, "players", scope)
    if found["deals"].sum():
        ranking(snapshot, scope, found)
    else:
        # Those whose deals are all left out have their violations in the list.
        nobody(snapshot, scope, "player")
    if found.is_empty():
        return
    st.subheader(tr("All players"), anchor=False)
    names = names_of(snapshot, "player", found["player"].to_list())
    st.caption(
        tr("A cell leads to its deals. Choose a player beside the page to look at him closely, and to compare him.")
    )
    players = found["player"].to_list()
    numbers(
        found.with_columns(pl.Series("player", names, pl.String)).select(COLUMNS), "players", "players",
        lambda row, column: to_people(column, players[row]),
    )  # fmt: skip


def ranking(snapshot: Snapshot, scope: Scope, found: pl.DataFrame) -> None:
    """The players by shrunken rate, and by skill."""
    ranked = found.filter(pl.col("taken") > 0).sort("shrunken", "player", descending=[True, False]).head(_SHOWN)
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        st.subheader(tr("Contracts made, rates drawn to the mean"), anchor=False)
        labels = names_of(snapshot, "player", ranked["player"].to_list())
        drawn = intervals(
            ranked.select(
                group="player",
                count="taken",
                successes="made",
                rate="shrunken",
                low="shrunken_low",
                high="shrunken_high",
            ),
            labels,
            tr_of("figure", "contracts"),
            tr_of("figure", "made"),
            True,
        )
        whose = ranked["player"].to_list()
        chart(
            drawn,
            "ranking",
            tr("Contracts made, rates drawn to the mean of all"),
            lambda row: to_people("taken", whose[row]),
        )
        explained("ranking", tr(SENTENCE))
    with right, st.container(border=True, height="stretch"):
        st.subheader(tr("Skill rating"), anchor=False)
        rated = table(snapshot, "ratings", scope).head(_SHOWN)
        if rated.is_empty():
            st.info(tr("No match of these came to its end."), icon=":material/hourglass_empty:")
        else:
            labels = names_of(snapshot, "player", rated["player"].to_list())
            low, high = (rated["mu"] - 2 * rated["sigma"]).to_list(), (rated["mu"] + 2 * rated["sigma"]).to_list()
            drawn = means(
                labels, rated["mu"].to_list(), low, high, rated["matches"].to_list(), tr("of skill"), tr("matches")
            )
            skilled = rated["player"].to_list()
            chart(
                drawn, "ratings", tr("Skill ratings with their uncertainty"),
                lambda row: to_people("matches", skilled[row]),
            )  # fmt: skip
        explained(
            "ratings",
            tr(
                "Plackett and Luce's model, from the latest {count} finished matches: everybody begins at 25. The "
                "line is twice the uncertainty either way; the order is by the mean less three times it, so that "
                "who has played little stands low."
            ).format(count=number(RATED_MATCHES)),
            label=tr("What is rated"),
        )


def tile(box: DeltaGenerator, title: str, hits: int, count: int) -> None:
    """So many of so many, with their rate and its interval."""
    said = tr("{hits} of {count}").format(hits=number(hits), count=number(count))
    rate = None
    if count:
        low, high = with_interval(pl.DataFrame({"count": [count], "successes": [hits]})).row(0)[2:]
        rate = decimals(
            tr("{rate} (95 %: {low} to {high})").format(rate=share(hits / count), low=share(low), high=share(high))
        )
    box.metric(title, said, rate, "off", delta_arrow="off", border=True, height="stretch")


def closely(snapshot: Snapshot, scope: Scope, other: tuple[str, str] | None) -> None:
    """One player, beside another or the whole store."""
    compared = scope.whole() if other is None else replace(scope, player=other)
    names = (tr("chosen"), tr("whole store") if other is None else tr("compared with"))
    found = table(snapshot, "players", scope)
    if found.is_empty():
        nobody(snapshot, scope, "player")
        return
    one = found.row(0, named=True)
    boxes = [*st.columns(3), *st.columns(3)]
    boxes[0].metric(tr("Deals"), number(one["deals"]), border=True, height="stretch")
    tile(boxes[1], tr("Contracts made"), one["made"], one["taken"])
    tile(boxes[2], tr("Matches won"), one["won"], one["matches"])
    capots = f"{number(one['capots'])}, {number(one['capots_against'])}"
    boxes[3].metric(tr("Capots for, against"), capots, border=True, height="stretch")
    tile(boxes[4], tr("Doubles that paid"), one["doubles_paid"], one["doubles"])
    tile(boxes[5], tr("Deals with violations"), one["faulty"], one["judged"])
    left, right = st.columns(2)
    with left:
        panel(
            snapshot,
            BIDDING,
            "contract",
            scope,
            tr("Contracts made"),
            key="player-contract",
            beside=compared,
            names=names,
        )
    with right:
        panel(snapshot, BIDDING, "month", scope, tr("Form: contracts made by month"), key="player-month")
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        st.subheader(tr("Card points a deal"), anchor=False)
        rows = [one]
        titles = [tr("chosen")]
        if other is not None and not (second := table(snapshot, "players", compared)).is_empty():
            rows.append(second.row(0, named=True))
            titles.append(tr("compared with"))
        pairs = [(row, side, title) for side in ("attack", "defence") for row, title in zip(rows, titles, strict=True)]
        drawn = means(
            [f"{tr(side)}, {title}" if len(rows) > 1 else tr(side) for _, side, title in pairs],
            [row[f"{side}_mean"] for row, side, _ in pairs],
            [row[f"{side}_low"] for row, side, _ in pairs],
            [row[f"{side}_high"] for row, side, _ in pairs],
            [row[f"{side}s"] for row, side, _ in pairs],
            tr("points"),
            tr("deals"),
        )
        chart(drawn, "player-points", tr("Card points a deal in attack and defence"),
              lambda row: to_people(f"{pairs[row][1]}_mean", pairs[row][0]["player"]))  # fmt: skip
        explained("player-points", tr(SENTENCE))
    with right:
        panel(
            snapshot,
            FIGURES["announced"],
            "kind",
            scope,
            tr("Declarations announced of those held"),
            key="player-announced",
            none=tr("None was held here, or no announcements are recorded."),
            beside=compared,
            names=names,
        )
    st.subheader(tr("Partners and opponents"), anchor=False)
    others = table(snapshot, "companions", scope)
    named = names_of(snapshot, "player", others["other"].to_list())
    shown = others.with_columns(
        pl.Series("other", named),
        partner=pl.when("partner").then(pl.lit(tr("partner"))).otherwise(pl.lit(tr("opponent"))),
        rate=pl.when(pl.col("taken") > 0).then(pl.col("made") / pl.col("taken")),
    )
    sat = others.select("other", "partner").rows()
    numbers(
        shown.select("other", "partner", "deals", "taken", "made", "rate", "low", "high"), "companions", "companions",
        lambda row, column: {
            "figure": "companions", "by": "partner" if sat[row][1] else "opponent", "group": str(sat[row][0])
        },
    )  # fmt: skip


def show(snapshot: Snapshot, scope: Scope) -> None:
    """The page."""
    st.title(tr("Players"), anchor=False)
    if not any_deals(snapshot, scope):
        no_deals(scope)
        return
    if scope.player is None:
        everybody(snapshot, scope)
        return
    labels = asked_player(snapshot, "with", tr("Compare with"))
    rest = [label for label, whose in labels.items() if whose != scope.player]
    with_whom = st.selectbox(
        tr("Compare with"),
        rest,
        index=None,
        placeholder=tr("the whole store"),
        key="with",
        bind="query-params",
        width=360,
    )
    tell("with")
    closely(snapshot, scope, labels.get(with_whom) if with_whom else None)


show(st.session_state["snapshot"], st.session_state["scope"])
