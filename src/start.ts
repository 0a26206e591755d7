import { dispatch } from '#cli/start/dispatch'
import { compose } from '#compose'

/** The command line over the real components: the only place that joins them. */
export const start = (argv: readonly string[]): Promise<void> => dispatch(argv, compose)
