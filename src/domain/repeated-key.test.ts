import { expect, test } from 'vitest'
import { findRepeatedKey } from './repeated-key.ts'

test.each([
  ['{"a": 1, "b": {"a": 2}, "c": [{"a": 1}, {"a": 2}]}', undefined],
  ['{"a": "{\\"x\\": 1, \\"x\\": 2}", "x": ["x", "x"]}', undefined],
  ['[]', undefined],
  ['7', undefined],
  ['{"a": 1, "a": 1}', 'a'],
  ['{"trade": {"x": 1}, "b": [], "trade": {"y": 2}}', 'trade'],
  ['{"p": {"q": [{"r": 1, "s": {}, "r": 2}]}}', 'p.q.r'],
  ['{"b\\"": 1, "a": 1, "\\u0061": 2}', 'a'],
  ['{"a:": 1, "a": ":", "a:": 2}', 'a:'],
])('%s', (text, key) => {
  expect(findRepeatedKey(text)).toBe(key)
})
