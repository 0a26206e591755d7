/** The environment as the process got it. */
export type Env = Readonly<Record<string, string | undefined>>
