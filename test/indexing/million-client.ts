/** A process that indexes one PoolManager and says when it is done; a test may kill it. argv: database file, RPC url. */
import { createIndexer } from '#app/indexing/indexer'
import { createChain } from '#chain/create-chain'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import { network } from '#networks/entries/base'
import { createPoolIndexStore } from '#store/service/pool-index-store'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { clock, createMemory, protocols } from '../chain/setup.ts'

const [path = '', url = ''] = process.argv.slice(2)

const database = await openDatabase({ path })
const index = createPoolIndexStore({ sql: sqliteSql({ path, database: async () => database }) })
const entry = { ...network, venues: network.venues.filter(({ protocol }) => protocol === 'uniswap-v4') }
const chain = createChain({ clock, memory: createMemory(), protocols }, { network: entry, urls: [url] })
const codec = { encode: encodeLossless, decode: decodeLossless }
const [done] = await createIndexer({ chain: async () => chain, clock, protocols, index, codec }).index(network.name)
console.log(JSON.stringify(done))
database.close()
process.exit(0)
