export { bundlePath, bundleScripts } from './bundle-scripts.ts'
