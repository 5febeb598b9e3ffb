export declare function fetchPackages(place: string, suite?: string): void
