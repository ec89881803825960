import { startModerating } from './browser/index.ts'

startModerating()
