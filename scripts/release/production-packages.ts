import { relative } from 'node:path'
import { runNpm } from '../run-npm.ts'
import { roomsThatRun } from './release-manifest.ts'
import { root } from './root.ts'

/**
 * The folders of all packages of others that the servers need, as `npm ci --omit=dev` would leave them, as paths from the root.
 * npm knows them from what is installed: nothing is fetched.
 */
export const productionPackages = async (): Promise<string[]> => {
  const words = ['ls', '--omit=dev', '--all', '--parseable', ...roomsThatRun.flatMap(room => ['--workspace', room])]
  const folders = (await runNpm(words, root)).split('\n').map(folder => relative(root, folder).replaceAll('\\', '/'))
  return [...new Set(folders)]
    .filter(folder => folder.includes('node_modules/') && !folder.startsWith('node_modules/@corroborate/'))
    .sort()
}
