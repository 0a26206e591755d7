/**
 * Lists words of the private dialect in prose: comments, test titles, `about` texts and Markdown outside of code.
 * `node scripts/check-words.mjs [paths]`; all tracked files without one. Exits with 1 if there are any.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const banned =
  /\b(anew|whoever|somebody|circles?|undivided|what came of|at the most|at the least|dearer|for ever|the house|reckon\w*|hangs on|seldom|amid|in vain|by halves|theatre)\b/gi
const skipped = /(^|\/)(node_modules|LICENSES|vectors?)\/|\.gen\.ts$|scripts\/check-words\.mjs$/

const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', ...paths], { encoding: 'utf8' }).split('\n')
let found = 0
for (const file of files) {
  if (!/\.(ts|mjs|cjs|sol|md)$/.test(file) || skipped.test(file)) continue
  const text = readFileSync(file, 'utf8')
  for (const { line, prose } of file.endsWith('.md') ? markdown(text) : code(text))
    for (const [word] of bare(prose).matchAll(banned)) {
      console.log(`${file}:${line}: ${word}`)
      found += 1
    }
}
process.exitCode = found === 0 ? 0 : 1

/**
 * Without inline code, links, URLs and the name of a company.
 * @param {string} prose
 */
function bare(prose) {
  return prose.replace(/`[^`]*`|\{@link [^}]*\}|https?:\S+|\$\{[^}]*\}|\bCircle(?:['’]s)?\b|@circle-fin\S*/g, ' ')
}

/** @param {string} text */
function* markdown(text) {
  let isFenced = false
  for (const [i, prose] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(prose)) isFenced = !isFenced
    else if (!isFenced) yield { line: i + 1, prose }
  }
}

/**
 * Comments, and the strings that are titles or help.
 * @param {string} text
 */
function* code(text) {
  const token =
    /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|\b(?:test|describe|it)(?:\.\w+)*\(\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)|\babout:\s*('(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  for (const match of text.matchAll(token)) {
    const prose = match[1] ?? match[2] ?? match[3]
    if (prose !== undefined) yield { line: text.slice(0, match.index).split('\n').length, prose }
  }
}
