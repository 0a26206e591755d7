export const drawings = ['table', 'ascii', 'mermaid', 'svg', 'dot'] as const

export type Drawing = (typeof drawings)[number]

/** True for a drawing that another program reads. */
export const isForPrograms = (form: Drawing): boolean => form !== 'table' && form !== 'ascii'
