/** Headings of a Markdown document. */
export interface Heading {
  readonly level: number
  /** The anchor that GitHub gives it. */
  readonly anchor: string
  /** Where its line ends in the text. */
  readonly end: number
}

export function headingsOf(text: string): readonly Heading[] {
  return [...text.matchAll(/^(#+) (.+)$/gm)].map((match) => ({
    level: match[1]?.length ?? 0,
    anchor: (match[2] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
    end: match.index + match[0].length,
  }))
}
