import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Other people's work, installed apart from ours: `npm ci --prefix bench/rivals`. */
const { resolve } = createRequire(fileURLToPath(new URL('./rivals/package.json', import.meta.url)))

export const isInstalled = (name: string): boolean => {
  try {
    resolve(name)
    return true
  } catch {
    return false
  }
}

export const notInstalled = (name: string): string => `${name} is not installed: npm ci --prefix bench/rivals`

export const importRival = async <Module>(name: string): Promise<Module> => (await import(resolve(name))) as Module
