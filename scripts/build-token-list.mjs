/**
 * Writes `src/networks/token-list.gen.ts` from Uniswap's default token list: the tokens of the networks in the catalogue,
 * a line each. With `--check`, fails if it differs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { getAddress } from 'ethers'

/**
 * @typedef {{ chainId: number, address: string, symbol: string, name: string, decimals: number, logoURI?: string }} Row
 */

const name = '@uniswap/default-token-list'
const folder = `node_modules/${name}`
const path = 'src/networks/token-list.gen.ts'
const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
/** @type {{ tokens: readonly Row[] }} */
const { tokens } = JSON.parse(readFileSync(`${folder}/build/uniswap-default.tokenlist.json`, 'utf8'))
const catalogue = readFileSync('src/networks/catalogue.ts', 'utf8')
const chainIds = [...catalogue.matchAll(/^ {2}\['[^']+', '[^']+', (\d+),/gm)].map(([, id]) => Number(id))

/** Where most logos are: a digit stands for each in the lines. */
const logoFolders = [
  'https://assets.coingecko.com/coins/images/',
  'https://coin-images.coingecko.com/coins/images/',
  'https://raw.githubusercontent.com/trustwallet/assets/master/blockchains/',
  'https://s2.coinmarketcap.com/static/img/coins/64x64/',
]

/** @param {Row} row */
function toLine({ address, symbol, name: title, decimals, logoURI = '' }) {
  const fields = [getAddress(address), decimals, symbol, title.trim(), shorten(logoURI)]
  if (fields.some((field) => /[|\n]/.test(String(field)))) throw new Error(`a field of ${address} has a separator`)
  return fields.join('|')
}

/** Only what a browser may load; without queries that change with every edition. @param {string} url */
function shorten(url) {
  if (!url.startsWith('https://')) return ''
  const plain = url.replace(/\?\d+$/, '')
  const at = logoFolders.findIndex((start) => plain.startsWith(start))
  return at === -1 ? plain : `${at}${plain.slice(logoFolders[at]?.length)}`
}

const lists = chainIds
  .map((chainId) => /** @type {const} */ ([chainId, tokens.filter((row) => row.chainId === chainId).map(toLine)]))
  .filter(([, lines]) => lines.length > 0)

const text = `// Written by scripts/build-token-list.mjs. Do not edit.

/** From ${name} ${version} (${license}): see NOTICE. */
export const logoFolders = ${JSON.stringify(logoFolders)} as const

/** By chain id, a token a line: \`address|decimals|symbol|name|logo\`. */
export const tokenLists: Readonly<Record<number, string>> = {
${lists.map(([chainId, lines]) => `  ${chainId}: ${JSON.stringify(lines.join('\n'))},`).join('\n')}
}
`
if (process.argv.includes('--check')) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is out of date. Run: node scripts/build-token-list.mjs`)
    process.exitCode = 1
  }
} else writeFileSync(path, text)
