import { fileOf } from './data-package.ts'
import type { Described } from './resource.ts'

/** Human-readable file of the licenses of each data file. */
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
