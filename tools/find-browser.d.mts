/** The path of the browser that people have; nothing may stand there. */
export declare function wholeBrowser(): string

/** The path of the browser that costs tests least: the headless shell where it is there, else the whole browser. */
export declare function testBrowser(): string

/** Whether tests would take the headless shell, were it there. */
export declare function wantsShell(): boolean
