import { expect, test } from 'vitest'
import { parseStorePlace } from './store-place.ts'

test.each([
  ['swapline.db', 'swapline.db'],
  ['/srv/swap line/quotes.db', '/srv/swap line/quotes.db'],
  ['./12:00/quotes.db', './12:00/quotes.db'],
  ['/srv/a:b@c/quotes.db', '/srv/a:b@c/quotes.db'],
  ['C:\\data\\quotes.db', 'C:\\data\\quotes.db'],
  ['postgres://user:pw@db.example/x', 'postgres://user:pw@db.example/x'],
  ['PostgreSQL://db.example/x', 'PostgreSQL://db.example/x'],
  [' postgres://user:pw@db.example/x\n', 'postgres://user:pw@db.example/x'],
])('a path or an address of PostgreSQL is a place: %j', (text, place) => {
  expect(parseStorePlace(text)).toBe(place)
})

test.each([
  ...['mysql://user:CANARY@db.example/x', 'pg://user:CANARY@db.example/x', 'postgres:/user:CANARY@db.example/x'],
  ...[
    'postgre://CANARY',
    'postgres:user:CANARY@db.example/x',
    'user:CANARY@db.example/x',
    '//user:CANARY@db.example/x',
  ],
  ...['postgres//user:CANARY@db.example/x', '://user:CANARY@db.example/x', '/postgres://user:CANARY@db.example/x'],
  ...['"postgres://user:CANARY@db.example/x"', 'jdbc:postgresql://db.example/x?password=CANARY', 'file:CANARY.db'],
])('any other address is refused and not repeated: %s', (text) => {
  expect(() => parseStorePlace(text)).toThrow('no address but postgres://… is understood')
  expect(() => parseStorePlace(text)).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('CANARY') }),
  )
})
