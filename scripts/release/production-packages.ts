import { relative } from 'node:path'
import { runNpm } from '../run-npm.ts'
import { roomsThatRun } from './release-manifest.ts'
import { root } from './root.ts'

/**
 * Lists the folders of all production dependencies of the servers as `npm ci --omit=dev` would leave them, relative to the root. Reads the
 * installation; fetches nothing.
 */
export const productionPackages = async (): Promise<string[]> => {
  const words = ['ls', '--omit=dev', '--all', '--parseable', ...roomsThatRun.flatMap(room => ['--workspace', room])]
  const folders = (await runNpm(words, root)).split('\n').map(folder => relative(root, folder).replaceAll('\\', '/'))
  return [...new Set(folders)]
    .filter(folder => folder.includes('node_modules/') && !folder.startsWith('node_modules/@corroborate/'))
    .sort()
}
