// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Handler} from "./Handler.sol";
import {Vm} from "./Vm.sol";

/// I1-I8, I11 and I12 after any sequence of what `Handler` does. I9 and I10: Routes.t.sol. I13: the gas bench.
contract InvariantTest {
    Handler private handler;

    function setUp() public {
        handler = new Handler();
        handler.setUp();
    }

    function targetSelectors() external view returns (Vm.FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](12);
        selectors[0] = Handler.sellOnV2.selector;
        selectors[1] = Handler.sellOnV3.selector;
        selectors[2] = Handler.sellThroughTheRouter.selector;
        selectors[3] = Handler.sellNative.selector;
        selectors[4] = Handler.buyNative.selector;
        selectors[5] = Handler.sellWithFee.selector;
        selectors[6] = Handler.fillOrder.selector;
        selectors[7] = Handler.cancel.selector;
        selectors[8] = Handler.meetAnEvilPool.selector;
        selectors[9] = Handler.attackWithARoute.selector;
        selectors[10] = Handler.callBackDirectly.selector;
        selectors[11] = Handler.donate.selector;
        targets = new Vm.FuzzSelector[](1);
        targets[0] = Vm.FuzzSelector(address(handler), selectors);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// I2, I3, I6, I7, I8, I11, I12, call by call; I1, I4, I5 over all.
    function invariant_NothingIsBroken() external view {
        require(bytes(handler.broken()).length == 0, handler.broken());
        require(handler.victimIsUntouched(), "I1: somebody who did nothing lost something");
        require(handler.routerHoldsWhatWasDonated(), "I4: something stayed in the router");
        require(handler.routerAllowsNobody(), "I5: the router allows somebody something");
    }
}
