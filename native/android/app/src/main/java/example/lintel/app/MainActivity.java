package example.lintel.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
