"""How rooms behave where no season's server has to be imitated: at the terminal, on a page, in a match."""

from schwarm.protocol.codec import ServerQuirks

DEFAULT_QUIRKS = ServerQuirks(
    refusals_close=False,
    faults_close=False,
    garbage_closes_politely=False,
    plain_joins_time_out=True,
    joined_when_full=False,
    paused_shows_observers=True,
    says_paused=True,
    cancel_has_result=True,
)
