/** See compare-reports.mjs. */
export declare function compareReports(
  report: unknown,
  dss: unknown,
  options: { began: number; difference?: { ours: string; theirs: string } },
): string[]
