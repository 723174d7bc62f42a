"""Tables in the tabs of an Excel workbook: read with openpyxl, written cell by cell."""
