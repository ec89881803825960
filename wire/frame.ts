/** Where the provider serves the hidden frame whose phone service the widget asks over a MessagePort. */
export const framePath = '/clientside-services/index.html'
export const frameMethods = ['parsedPhoneNumber', 'getExamplePhoneNumber'] as const
export type FrameMethod = (typeof frameMethods)[number]
