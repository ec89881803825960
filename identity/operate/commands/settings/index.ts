export { applySettings, settingFlags } from './apply-settings.ts'
