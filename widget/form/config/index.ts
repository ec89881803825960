export { type Config, type OAuthProviderOptions, type OtpMethod, type Product, products } from './config.ts'
export { configShape } from './config-shape.ts'
export { type Settings, withDefaults } from './settings.ts'
