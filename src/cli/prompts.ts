/** Questions to a person. All go to stderr, so that stdout stays the result. */
export interface Prompts {
  /** Whether somebody can be asked: a terminal on stdin and stderr, and nothing that forbids it. */
  readonly possible: boolean
  /** @throws `DECLINED` on no, Ctrl-C or end of input; `CONFIRM_NEEDED` where nobody can be asked and `--yes` is absent. */
  confirm(question: string): Promise<void>
  /**
   * A danger: `expected` has to be typed. `--yes` does not answer it.
   * @throws `DECLINED`; `CONFIRM_NEEDED` with `flag` where nobody can be asked.
   */
  typed(question: string, expected: string, flag: string): Promise<void>
  select<T>(question: string, choices: readonly { readonly name: string; readonly value: T }[]): Promise<T>
  text(question: string): Promise<string>
  /** Not shown while it is typed. */
  hidden(question: string): Promise<string>
}
