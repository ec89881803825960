import { UsageError } from '@corroborate/server-kit/command-line'
import { brought } from '../../../features.ts'
import {
  type Project,
  type ProjectConfig,
  projectConfig,
  SettingError,
  type SettingFlag,
} from '../../../projects/index.ts'
import { messageSettings } from './message-settings.ts'
import { pageSettings } from './page-settings.ts'
import { protectionSettings } from './protection-settings.ts'
import { roleSettings } from './role-settings.ts'
import { sessionSettings } from './session-settings.ts'

/** Every setting of a project, those of the factors among them, as a flag of `project create` and `project set`. */
export const settingFlags: Readonly<Record<string, SettingFlag>> = {
  ...pageSettings,
  ...brought.settings,
  ...sessionSettings,
  ...roleSettings,
  ...protectionSettings,
  ...messageSettings,
}

/** The settings after all flags given, checked. @throws UsageError with the flag that is wrong. */
export const applySettings = (before: ProjectConfig | Project, flags: Record<string, string[]>): ProjectConfig => {
  let config = projectConfig.parse(before)
  for (const [name, values] of Object.entries(flags)) {
    const flag = settingFlags[name]
    // One value after the other, so that a list of them does not hide which is wrong.
    if (flag !== undefined) for (const value of values) config = applied(config, flag, name, value)
  }
  return config
}

const applied = (config: ProjectConfig, { apply }: SettingFlag, name: string, value: string): ProjectConfig => {
  const wrong = (what: string) => new UsageError(`--${name} ${value}: ${what}.`)
  try {
    const checked = projectConfig.safeParse({ ...config, ...apply(config, [value]) })
    if (checked.success) return checked.data
    throw wrong(checked.error.issues[0]?.message ?? 'is not right')
  } catch (error) {
    throw error instanceof SettingError ? wrong(error.message) : error
  }
}
