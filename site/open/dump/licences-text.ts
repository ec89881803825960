import { fileOf } from './data-package.ts'
import type { Described } from './resource.ts'

/** The file beside the data that says to people what they may do with each file. */
export const licencesText = (resources: readonly Described[]): string => {
  const groups = Map.groupBy(resources, ({ licence }) => licence.name)
  return `# Licences

${[...groups.values()]
  .map(
    all =>
      `${all[0]?.licence.title}${all[0]?.licence.path.startsWith('http') ? ` (${all[0].licence.path})` : ''}:\n\n${all.map(each => `- \`${fileOf(each)}\`: ${each.title}\n`).join('')}`,
  )
  .join('\n')}`
}
