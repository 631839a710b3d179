"""Recorded scenarios in which Schwarm does not repeat what the official server did, and why."""

DIFFERENT = {
    "2026-unknown_gametype": "an unknown game is refused in words before the connection closes",
    "2026-admin_prepare_unknown_type": "an unknown game is refused in words, and the administrator stays",
    "2026-admin_prepare_defaults": "a slot without a name is no reason to drop the administrator",
    "2026-join_other_gametype_open_room": "nobody gets a seat in another game than the one he named",
    "2026-illegal_out_of_bounds": "the player was called A after a slot that another scenario had left behind",
    "2022-unknown_gametype": "an unknown game is refused in words before the connection closes",
    "2022-loaded_nolight": "a side without light pieces is scored instead of breaking down",
    "2019-admin_full": "cancelling ends the room and leaves the administrator connected",
    **{f"{year}-names_special": "a name has no two spaces in a row" for year in (2026, 2022, 2019)},
    **{f"{year}-observe_twice": "who observes twice hears everything once" for year in (2026, 2022, 2019)},
    **{
        f"{year}-{slots}_slot{'' if slots == 'one' else 's'}": "a game has two slots; the administrator is told"
        for year in (2026, 2022)
        for slots in ("no", "one", "three")
    },
    "2019-no_slots": "a game has two slots: the usual refusal",
    "2019-one_slot": "a game has two slots: the usual refusal",
    **{f"{year}-prepared_leave_before_other": "no code leads into a room that is gone" for year in (2026, 2022)},
    "2019-prepared_leave_before_other": "nobody plays against an empty seat",
}
"""Each must still differ, or its line goes."""
