/**
 * Records the screens of the README from the built program, in docs/images, and draws them; writes the route's picture
 * into the README. `--draw` only draws what is recorded.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { recordScreens } from './screens/record.mjs'
import { renderSvg } from './screens/render-svg.mjs'
import { titles } from './screens/titles.mjs'

const folder = 'docs/images'

if (!process.argv.includes('--draw')) {
  const { route, ...screens } = recordScreens('bin/swapline.js')
  for (const [name, screen] of Object.entries(screens)) writeFileSync(`${folder}/${name}.ansi`, screen)
  const readme = readFileSync('README.md', 'utf8')
  writeFileSync(
    'README.md',
    readme.replace(/(?<=^```mermaid\n)[\s\S]*?(?=^```$)/m, () => route),
  )
}
for (const [name, title] of Object.entries(titles))
  writeFileSync(`${folder}/${name}.svg`, renderSvg(readFileSync(`${folder}/${name}.ansi`, 'utf8'), title))
