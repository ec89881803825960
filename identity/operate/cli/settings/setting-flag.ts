import type { ProjectConfig } from '../../../projects/index.ts'

/** One setting of a project, as a flag of `project create` and `project set`. */
export type SettingFlag = {
  /** What follows it, in the words of the help: `URL`, `on|off`, `N`. */
  argument: string
  help: string
  /** Gets every value the flag was given, in order, and the settings as the flags before it left them. */
  apply: (config: ProjectConfig, values: string[]) => Partial<ProjectConfig>
}
