/** Prompts. All go to stderr, so that stdout holds only the result. */
export interface Prompts {
  /** True if prompts are possible: stdin and stderr are terminals, and prompts are enabled. */
  readonly canAsk: boolean
  /**
   * @throws `DECLINED` on no, Ctrl-C or end of input; `CONFIRM_NEEDED` if no prompt is possible and `--yes` is absent.
   */
  confirm(question: string): Promise<void>
  /**
   * Confirms a risk: `expected` has to be typed. `--yes` does not answer it.
   * @throws `DECLINED`; `CONFIRM_NEEDED` with `flag` if no prompt is possible.
   */
  confirmTyped(question: string, expected: string, flag: string): Promise<void>
  select<T>(question: string, choices: readonly { readonly name: string; readonly value: T }[]): Promise<T>
  askText(question: string): Promise<string>
  /** Typed without echo. */
  askSecret(question: string): Promise<string>
}
