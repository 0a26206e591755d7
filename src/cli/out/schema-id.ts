/** Documents whose members were renamed since their first version; all others are at 1. */
const versions: Readonly<Record<string, number>> = { quote: 2, 'networks-index': 2, error: 2 }

/** @param document a command's name as in `swapline schema`, or `error` */
export const schemaId = (document: string): string => `swapline/${document}@${versions[document] ?? 1}`
