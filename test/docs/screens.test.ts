/** The pictures of the README are drawn from recordings, and the program still shows what was recorded. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { buildOnce } from '../e2e/build-once.ts'

const { renderSvg } = (await import(resolve('scripts/screens/render-svg.mjs'))) as {
  renderSvg(recording: string, title: string): string
}
const { titles } = (await import(resolve('scripts/screens/titles.mjs'))) as { titles: Record<string, string> }
const { recordScreens } = (await import(resolve('scripts/screens/record.mjs'))) as {
  recordScreens(bin: string): Record<'quote' | 'swap' | 'route', string>
}

const read = (name: string): string => readFileSync(join('docs/images', name), 'utf8')
const readme = readFileSync('README.md', 'utf8')

test.each(Object.entries(titles))('%s.svg is drawn from its recording, and the README shows it', (name, title) => {
  expect(read(`${name}.svg`)).toBe(renderSvg(read(`${name}.ansi`), title))
  expect(readme).toMatch(new RegExp(`^!\\[[^\\]]{20,}\\]\\(docs/images/${name}\\.svg\\)$`, 'm'))
})

test('the program shows what was recorded: npm run screens', () => {
  const program = buildOnce()
  try {
    const { route, ...screens } = recordScreens(program.bin)
    for (const [name, screen] of Object.entries(screens)) expect(mask(screen)).toBe(mask(read(`${name}.ansi`)))
    expect(/^```mermaid\n([\s\S]*?)^```$/m.exec(readme)?.[1]).toBe(route)
  } finally {
    program.remove()
  }
})

/** Without what differs in every run: ids, hashes, and gas, in which the zero bytes of a deadline count. */
const mask = (screen: string): string =>
  screen.replace(/0x[0-9a-f]{64}|(?<= )[0-9a-f]{8}(?=\P{L}|$)|(?<=gas used )[\d,]+$/gmu, '#')

test('colours, weights and gaps of a line are drawn, its characters escaped', () => {
  const svg = renderSvg('\x1b[1ma\x1b[22m  \x1b[32m<b>\x1b[39m & c\n', 'A & B')
  expect(
    [...svg.matchAll(/<text x="([\d.]+)" .*?"spacingAndGlyphs"(.*?)>(.*?)<\/text>/g)].map((m) => m.slice(1)),
  ).toEqual([
    ['18', ' font-weight="bold"', 'a'],
    ['43.2', ' fill="#3fb950"', '&lt;b&gt;'],
    ['76.8', '', '&amp; c'],
  ])
  expect(svg).toContain('<title id="title">A &amp; B</title>')
})

test('a style continues in the next line; a longer line makes the screen wider', () => {
  expect(renderSvg('\x1b[36ma\nb\x1b[0mc\n', '').match(/fill="#39c5cf">[ab]</g)).toHaveLength(2)
  const widths = [80, 100].map((length) => /width="([\d.]+)"/.exec(renderSvg('x'.repeat(length), ''))?.[1])
  expect(widths).toEqual(['708', '876'])
})

test.each(['\x1b[2J', '\x1b[4m', 'a\rb', '\x1b[38;5;1m'])('%j is refused', (control) => {
  expect(() => renderSvg(`a${control}b`, '')).toThrow()
})
