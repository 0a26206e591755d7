/** Written in by the build; absent when the sources run directly. */
declare const __SWAPLINE_VERSION__: string | undefined

export const version: string = typeof __SWAPLINE_VERSION__ === 'string' ? __SWAPLINE_VERSION__ : 'development'
