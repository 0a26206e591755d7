import { parsePath } from '#cli/parse/plain'

/** A bundle as an argument. */
export const bundleArgument = {
  about: 'the bundle: a file, or - for standard input',
  parse: parsePath,
  ask: 'Which bundle?',
  completes: 'file',
} as const
