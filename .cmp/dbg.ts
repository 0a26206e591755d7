import fs from 'node:fs'
import { openWorkForTest } from '#routing/search/search'
