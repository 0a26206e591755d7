/** Everything that `swapline schema` can print. */
import { z } from 'zod'
import { type CommandFile, leavesOf } from '#cli/define-command'
import { exitCodes } from '#cli/help/exit-codes'
import { loadAllCommands } from '#cli/load-commands'
import type { Json } from '#cli/out/types'
import { envelopeSchema, Failure } from '#cli/schemas/envelope'
import { variableOf } from '#cli/settings/setting'
import { getSetting, listSettingNames, networkSettingTable } from '#cli/settings/table'
import { errorTable } from '#domain/failures/table'

const tables: Readonly<Record<string, () => Json>> = {
  errors: () => ({
    errors: Object.entries(errorTable).map(([code, { number, http, exit, retryable }]) => ({
      code,
      number,
      http,
      exit,
      retryable: retryable ?? false,
    })),
  }),
  'exit-codes': () => ({ exitCodes: exitCodes.map((row) => ({ ...row })) }),
  config: () => ({
    settings: [
      ...listSettingNames().map((key) => {
        const row = getSetting(key)
        const { about, fallback = null, flag = null, stored = true } = row
        return { key, about, default: fallback, flag, env: variableOf(key, row) ?? null, stored }
      }),
      ...Object.entries(networkSettingTable).map(([key, { about }]) => ({ key: `networks.<name>.${key}`, about })),
    ],
  }),
  failure: () => toJsonSchema(Failure),
}

export async function listSchemaSubjects(): Promise<readonly string[]> {
  const commands = await listCommands()
  return [...commands.map(({ name }) => name), ...Object.keys(tables)]
}

/** The document a command prints, as JSON Schema; or one of the tables. */
export async function findSchema(name: string): Promise<Json> {
  const made = Object.hasOwn(tables, name) ? tables[name] : undefined
  if (made !== undefined) return made()
  const command = (await listCommands()).find((one) => one.name === name)
  return command === undefined ? undefined : toJsonSchema(envelopeSchema(command.name, await command.schema()))
}

const listCommands = async (): Promise<readonly CommandFile[]> => (await loadAllCommands()).flatMap(leavesOf)

/** zod's own `toJSONSchema` returns plain data; the round trip through JSON gives it that type. */
function toJsonSchema(schema: z.ZodType): Json {
  const text: Json = JSON.parse(JSON.stringify(z.toJSONSchema(schema)))
  return text
}
