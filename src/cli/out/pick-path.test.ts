import { expect, test } from 'vitest'
import { pickPath } from './pick-path.ts'

const document = {
  data: {
    id: 'x\u202e',
    paths: [
      { shareBps: 6_000, hops: [{ pool: '0xa' }] },
      { shareBps: 4_000, hops: [] },
    ],
    none: null,
    flag: false,
    empty: {},
  },
}

test.each([
  ['data.id', 'x\\u202e'],
  ['.data.id', 'x\\u202e'],
  ['$.data.id', 'x\\u202e'],
  ['data.paths.0.shareBps', '6000'],
  ['data.paths[1].shareBps', '4000'],
  ['data.paths[0].hops', '[{"pool":"0xa"}]'],
  ['data.paths[0].hops[0].pool', '0xa'],
  ['data.paths[*].shareBps', '6000\n4000'],
  ['data.paths[*].hops[*].pool', '0xa'],
  ['data.paths[1].hops[*]', ''],
  ['data.empty', '{}'],
  ['data.none', 'null'],
  ['data.flag', 'false'],
])('%s', (path, text) => {
  expect(pickPath(document, path)).toEqual({ text })
})

test.each([
  ['data.x', 'data has id, paths, none, flag, empty'],
  ['data.id.length', 'data.id is one value, and has no parts'],
  ['data.paths.length', 'data.paths has [0] to [1]'],
  ['data.paths[2]', 'data.paths has [0] to [1]'],
  ['data.paths[0].hop', 'data.paths[0] has shareBps, hops'],
  ['data.paths[*].hop', 'data.paths[0] has shareBps, hops'],
  ['data.paths[1].hops[0]', 'data.paths[1].hops is empty'],
  ['data[*]', 'data has id, paths, none, flag, empty'],
  ['data[0]', 'data has id, paths, none, flag, empty'],
  ['data.empty.x', 'data.empty is empty'],
  ['__proto__', 'the document has data'],
  ['constructor', 'the document has data'],
  ['', 'a path is written like data.id or data.paths[0]; the document has data'],
  ['data..id', 'a path is written like data.id or data.paths[0]; the document has data'],
  ['data.paths[', 'a path is written like data.id or data.paths[0]; the document has data'],
  ['data.paths[-1]', 'a path is written like data.id or data.paths[0]; the document has data'],
])('%s is not there: what is', (path, missing) => {
  expect(pickPath(document, path)).toEqual({ missing })
})
