import { z } from 'zod'

const origin = { source: z.string(), where: z.string() }

export const ConfigValue = z.object({ key: z.string(), value: z.string().nullable() })
export const ConfigList = z.object({ settings: z.array(ConfigValue.extend(origin)) })
export const ConfigPaths = z.object({ config: z.string(), state: z.string(), keystores: z.array(z.string()) })
export const ConfigChange = z.object({ key: z.string(), value: z.array(z.string()), path: z.string() })
export const ConfigUnset = z.object({ key: z.string(), path: z.string() })
export const ConfigEdit = z.object({ path: z.string(), changed: z.boolean() })
export const ConfigExplanation = ConfigValue.extend({
  about: z.string(),
  ...origin,
  overrode: z.array(z.object({ value: z.string(), ...origin })),
})
