import { describe, expect, test } from 'vitest'
import { scrub, scrubJson } from './scrub.ts'

const key = `0x${'ab'.repeat(32)}`
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test('removes keys, phrases, passwords and the keys in URLs', () => {
  const text = `key ${key} bare ${key.slice(2)} phrase ${phrase}, url https://u:p@rpc.example/v3/CANARY?x=1 word hunter22`
  const shown = scrub(text, ['hunter22'])
  for (const secret of [key, key.slice(2), 'sausage', 'CANARY', 'hunter22', 'u:p@']) expect(shown).not.toContain(secret)
  expect(shown).toContain('https://rpc.example/…')
})

test('removes the password of a database', () => {
  expect(scrub('at postgres://user:CANARY@db.example/x?k=CANARY now')).toBe('at postgres://db.example/… now')
})

describe('a URL', () => {
  test.each([
    ['https://[2001:db8::1]/v3/CANARY', 'https://[2001:db8::1]/…'],
    ['http://[::1]:8545/v3/CANARY', 'http://[::1]:8545/…'],
    ['postgresql://user@[2001:db8::1]:5432/swaps?password=CANARY', 'postgresql://[2001:db8::1]:5432/…'],
    ['postgres://user:a)CANARY@db.example/swaps', 'postgres://db.example/…'],
    [`postgres://user:a'CANARY@db.example/swaps`, 'postgres://db.example/…'],
    ['postgres://user:a]}<>CANARY@db.example/swaps', 'postgres://db.example/…'],
    [`postgres://db.example/swaps?password=a)'CANARY`, 'postgres://db.example/…'],
    ['postgres://user:a/)CANARY@db.example/swaps', 'postgres://…'],
  ])('%s has no secret left', (url, masked) => {
    expect(scrub(`no answer from ${url} now`)).toBe(`no answer from ${masked} now`)
  })

  test('keeps what closes around it', () => {
    expect(scrub('(see https://rpc.example/v3/CANARY), or')).toBe('(see https://rpc.example/…), or')
    expect(scrub(`'http://[::1]:8545/CANARY': [http://[::1]]`)).toBe(`'http://[::1]:8545/…': [http://[::1]]`)
  })

  test('that is a scheme alone stays', () => {
    const text = `it begins with https:// or, for this machine, http://. Not ('https://'), "postgres://"`
    expect(scrub(text)).toBe(text)
  })

  test('does not take long to mask', () => {
    expect(scrub(`https://a.example/${')'.repeat(300_000)}x`)).toBe('https://a.example/…')
  })
})

test('keeps the hash of a known transaction', () => {
  expect(scrub(`mined in ${key}`, [], [key])).toBe(`mined in ${key}`)
})

test('an empty password does not blank the text', () => {
  expect(scrub('abc', [''])).toBe('abc')
})

test('removes what follows the color of a terminal, or a letter, at once', () => {
  for (const before of ['\u001b[31m', 'key_', 'x'])
    for (const secret of [key, key.slice(2), 'https://rpc.example/v3/CANARY'])
      expect(scrub(`${before}${secret}\u001b[0m`)).not.toMatch(/CANARY|abab/)
  expect(scrub(`calldata 0x12345678${'ab'.repeat(64)}`)).toContain('abab')
})

describe('lines of JSON', () => {
  const lines = (...fields: readonly object[]) => fields.map((one) => `${JSON.stringify(one)}\n`).join('')
  const texts = (json: string) =>
    json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('are scrubbed as they are read, not as they are escaped', () => {
    for (const before of ['', 'first\n', '\t', '"', '\\', '\b', '\f', '\u0001'])
      for (const secret of [
        key,
        key.slice(2),
        phrase,
        phrase.replaceAll(' ', '\t'),
        'https://rpc.example/v3/CANARY',
        'pa"ss\\w',
      ]) {
        const written = scrubJson(lines({ msg: `${before}${secret}"` }, { ms: 3 }), ['pa"ss\\w'])
        expect(written).not.toMatch(/CANARY|abab|winner|pa.+w/)
        expect(texts(written)).toEqual([{ msg: expect.any(String) }, { ms: 3 }])
      }
  })

  test('stay JSON, whatever is masked in them', () => {
    const written = scrubJson(
      lines({ msg: 'at "https://rpc.example/v3/CANARY"' }, { time: 1_812_345_600, msg: '1234' }),
      ['1234'],
    )
    expect(texts(written)).toEqual([{ msg: 'at "https://rpc.example/…"' }, { time: 1_812_345_600, msg: '[secret]' }])
  })

  test('that are no JSON are scrubbed as text', () => {
    expect(scrubJson(`no \\ JSON ${key}\n`)).toBe('no \\ JSON [32 bytes]\n')
  })
})

test('removes the key in a URL whose scheme is in upper case, as settings accept it', () => {
  expect(scrub('no answer from HTTPS://rpc.example/v3/CANARY')).not.toContain('CANARY')
})

describe('a phrase is removed', () => {
  const words = phrase.split(' ')
  test.each([
    ['with a capital', `L${phrase.slice(1)}`],
    ['in capitals', phrase.toUpperCase()],
    ['with commas', words.join(',')],
    ['with commas and spaces', words.join(', ')],
    ['with hyphens', words.join('-')],
    ['with no-break spaces', words.join('\u00a0')],
    ['on lines', words.join('\n')],
    ['on numbered lines', words.map((word, i) => `${i + 1}. ${word}`).join('\r\n')],
    ['of 24 words', `${phrase}, ${phrase}`],
    ['with each word in quotation marks', words.map((word) => `"${word}"`).join(' ')],
    ['with each word in quotation marks, and commas', words.map((word) => `"${word}"`).join(', ')],
    ['with each word in apostrophes', words.map((word) => `'${word}'`).join(',')],
    ['with each word in typographic quotation marks', words.map((word) => `“${word}”`).join('\n')],
    ['with each word in escaped quotation marks', words.map((word) => `\\"${word}\\"`).join(', ')],
    ['with numbers and quotation marks', words.map((word, i) => `${i + 1}: "${word}"`).join(', ')],
    ['as an array of JSON', JSON.stringify(words)],
    ['with wrong words', phrase.toUpperCase().replace('WINNER', 'WIMNER').replace('YEAR', 'XEAR')],
  ])('%s', (_, text) => {
    const shown = scrub(`There is no account “Other ${text}” here.`)
    expect(shown.toLowerCase()).not.toMatch(/legal|thank|sausage|yellow/)
    expect(shown).toContain('There is no account “')
    expect(shown).toContain('” here.')
  })

  test('in a line of JSON, which stays JSON', () => {
    expect(scrubJson(`{"name":"${words.join(',')}","level":"info"}\n`)).toBe('{"name":"[words]","level":"info"}\n')
    const quoted = words.map((word) => `"${word}"`).join(' ')
    expect(scrubJson(`${JSON.stringify({ name: quoted, level: 'info' })}\n`)).toBe(
      '{"name":"\\"[words]\\"","level":"info"}\n',
    )
    expect(scrubJson(`${JSON.stringify({ words, level: 'info' })}\n`)).toBe('{"words":["[words]"],"level":"info"}\n')
  })

  test.each([
    'It is not one of Ethereum, Base, Arbitrum, Optimism, Polygon, Linea, Scroll, Blast, Mantle, Celo, Gnosis, Sonic, Ink.',
    'WETH, USDC, USDT, DAI, WBTC, UNI, LINK, AAVE, CRV, LDO, MKR, SNX, COMP, SUSHI',
    '["Ethereum","Base","Arbitrum","Optimism","Polygon","Linea","Scroll","Blast","Mantle","Celo","Gnosis","Sonic","Ink"]',
    'Use "swap", or "quote": "base", "optimism", "polygon", "linea", "scroll", "blast", "mantle", "celo", "gnosis", "sonic".',
    '{"level":"info","time":1,"msg":"open","code":"USAGE","host":"a","step":"swap","list":"price","route":"route","able":"act"}',
  ])('but no list of names: %s', (text) => {
    expect(scrub(text)).toBe(text)
  })
})

describe('a key in groups is removed', () => {
  const digits = 'c0ffee0123456789'.repeat(4)
  const group = (size: number, between: string) => digits.match(new RegExp(`.{${size}}`, 'g'))?.join(between) ?? ''
  test.each([
    ['of two', group(2, ':')],
    ['of four', group(4, ' ')],
    ['of four, in capitals', group(4, '-').toUpperCase()],
    ['of eight', `0x${group(8, ' ')}`],
    ['of eight on lines', group(8, '\n')],
    ['of sixteen', group(16, '\u00a0')],
    ['of thirty-two', group(32, ', ')],
  ])('%s', (_, text) => {
    expect(scrub(`There is no account "${text}".`)).toBe('There is no account "[32 bytes]".')
  })

  test.each([
    '1000000000000000 2000000000000000 3000000000000000 4000000000000000',
    '391cd96d-c4bb-453a-9d15-0a7b3e91c4aa 7b3e91c4-c4bb-453a-9d15-0a391cd96daa',
    `0x${'a1'.repeat(20)}, 0x${'b2'.repeat(20)}, 1000 USDC, 0x${'c3'.repeat(20)}`,
    `{"a":12345678,"b":12345678,"c":[10000000,20000000,30000000,40000000,50000000,60000000,70000000,80000000]}`,
    '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  ])('but no amounts, ids or addresses: %s', (text) => {
    expect(scrub(text)).toBe(text)
  })
})
