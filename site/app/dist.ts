import { join } from 'node:path'

/** Where the build puts its work, and where the server looks for it. */
export const siteDist = join(import.meta.dirname, '../dist')
