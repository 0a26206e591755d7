/** The names alone, for help; the texts are loaded on demand. */
export const topicNames = [
  'quickstart',
  'tokens',
  'safety',
  'output',
  'batch',
  'debugging',
  'bundles',
  'exit-codes',
  'environment',
] as const

export type Topic = (typeof topicNames)[number]

export const isTopic = (text: string): text is Topic => topicNames.some((name) => name === text)
