import { expect, test } from 'vitest'
import { progressLines } from '#cli/out/progress-lines'

test('a log gets the first line, not all that come soon after it, and the last', () => {
  const lines: string[] = []
  const progress = progressLines((line) => lines.push(line))
  for (const words of ['one', 'two', 'three']) progress.tell(words)
  progress.stop()
  progress.stop()
  expect(lines).toEqual(['one', 'three'])
})
