/**
 * The few PDFium functions that this package calls, as the WebAssembly module exports them. All arguments and results
 * are 32-bit integers or doubles; "pointer" means an offset in the module's memory, 0 means none.
 */
export interface PdfiumExports {
  readonly memory: WebAssembly.Memory
  readonly __indirect_function_table: WebAssembly.Table
  malloc(size: number): number
  free(pointer: number): void
  FPDF_LoadMemDocument(data: number, size: number, password: number): number
  FPDF_CloseDocument(document: number): void
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_LoadPage(document: number, index: number): number
  FPDF_ClosePage(page: number): void
  FPDF_GetPageWidth(page: number): number
  FPDF_GetPageHeight(page: number): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, colour: number): void
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(...placement: RenderArguments): void
  FPDFDOC_InitFormFillEnvironment(document: number, info: number): number
  FPDFDOC_ExitFormFillEnvironment(form: number): void
  FORM_OnAfterLoadPage(page: number, form: number): void
  FORM_OnBeforeClosePage(page: number, form: number): void
  FPDF_FFLDraw(form: number, ...placement: RenderArguments): void
  FPDFPage_CountObjects(page: number): number
  FPDFPage_GetObject(page: number, index: number): number
  FPDFPageObj_GetType(object: number): number
  FPDFImageObj_GetImageFilterCount(image: number): number
  FPDFImageObj_GetImageFilter(image: number, index: number, buffer: number, size: number): number
  FPDFImageObj_GetImageDataRaw(image: number, buffer: number, size: number): number
  FPDFImageObj_GetImageMetadata(image: number, page: number, into: number): number
  FPDFPage_GetRotation(page: number): number
  FPDF_GetPageBoundingBox(page: number, into: number): number
  FPDFPageObj_HasTransparency(object: number): number
  FPDFPageObj_CountMarks(object: number): number
  FPDFPageObj_GetMatrix(object: number, into: number): number
  FPDFPageObj_GetClipPath(object: number): number
  FPDFClipPath_CountPaths(path: number): number
  FPDFFormObj_CountObjects(object: number): number
  FPDFFormObj_GetObject(object: number, index: number): number
  FPDFTextObj_GetFont(object: number): number
  FPDFFont_GetIsEmbedded(font: number): number
  FPDFFont_GetBaseFontName(font: number, buffer: number, size: number): number
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetUnicode(text: number, index: number): number
  FPDFText_GetTextObject(text: number, index: number): number
  FPDFText_IsGenerated(text: number, index: number): number
  FPDFText_GetLooseCharBox(text: number, index: number, into: number): number
  FPDF_PageToDevice(page: number, ...placement: PlaceArguments): number
  FPDFPage_GetAnnotCount(page: number): number
  FPDFPage_GetAnnot(page: number, index: number): number
  FPDFPage_CloseAnnot(annotation: number): void
  FPDFAnnot_GetSubtype(annotation: number): number
  FPDFAnnot_GetObjectCount(annotation: number): number
  FPDFAnnot_GetObject(annotation: number, index: number): number
  FPDFPage_Flatten(page: number, use: number): number
  FPDF_GetDefaultSystemFontInfo(): number
  FPDF_SetSystemFontInfo(info: number): void
}

/** bitmap, page, left, top, width, height, rotation in quarter turns, flags */
type RenderArguments = [number, number, number, number, number, number, number, number]

/**
 * left, top, width, height, rotation in quarter turns, x and y on the page; where the pixels go, both 32-bit integers
 */
type PlaceArguments = [number, number, number, number, number, number, number, number, number]

/** Copies bytes into PDFium's memory; returns the pointer, or 0 when there is no room. The caller frees it. */
export function copyIn(pdfium: PdfiumExports, bytes: Uint8Array): number {
  const pointer = pdfium.malloc(bytes.byteLength) >>> 0
  if (pointer !== 0) new Uint8Array(pdfium.memory.buffer).set(bytes, pointer)
  return pointer
}
