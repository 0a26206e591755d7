/** A page that loads nothing. */
export interface WebPage {
  readonly html: string
  /** Its content security policy: its own script and styles, by their hashes. */
  readonly policy: string
}
