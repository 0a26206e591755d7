// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Vm} from "../Vm.sol";
import {AdapterHandler} from "./AdapterHandler.sol";

/// I1 to I13 of the router with every adapter as deployed, after any sequence of the actions of `AdapterHandler`.
contract AdapterInvariantTest {
    /// Gas of the call alone: three times that of the most expensive pool at first.
    uint256 private constant MOST_GAS = 1_000_000;

    AdapterHandler private handler;

    function setUp() public {
        handler = new AdapterHandler();
        handler.setUp();
    }

    /// A handler that never succeeds would hold every invariant.
    function test_EveryHandlerDoesSomething() public {
        uint256 count = handler.count();
        for (uint256 k = 0; k < count; k++) {
            handler.sell(k, false, 0);
            handler.sell(k, true, 0);
            handler.sellWhatAPoolGave(k, false, true, 1);
            handler.sellWhatAPoolGave(k, true, false, 2);
            handler.sellWhatAnAdapterGave(k, false, 3);
            handler.sellNative(k, false, 4);
            handler.sellNative(k, true, 5);
            handler.sellWithFee(k, false, 6, 1000);
            handler.fillOrder(k, false, 7, 1, false);
            handler.sendMangledLeg(k, false, 20, 0, true); // the unchanged byte
        }
        for (uint256 k = 0; k < 16; k++) handler.meetADishonestPool(k, 2, 2, 2, 0, uint8(k % 3));
        for (uint256 k = 0; k < 4; k++) handler.sellTaxed(k, k > 1, 0);
        handler.give(2, false, 1e18);
        handler.callAnAdapterDirectly(2, false, false, 0);
        handler.donate(1, 1000);
        string[12] memory names = [
            "alone", "after a pool", "before a pair", "native", "fee", "order", "dishonest pool", "gift", "direct call",
            "donation", "mangled leg", "taxed"
        ];
        // Of 25 pools: both directions, except Lido's, which trades in one and moves no exact amounts.
        uint8[12] memory times = [50, 24, 20, 8, 24, 24, 16, 1, 1, 1, 25, 4];
        for (uint256 i = 0; i < 12; i++) require(handler.done(names[i]) == times[i], names[i]);
        invariant_I1ToI13();
    }

    function targetSelectors() external view returns (Vm.FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](12);
        selectors[0] = AdapterHandler.sell.selector;
        selectors[1] = AdapterHandler.sellWhatAPoolGave.selector;
        selectors[2] = AdapterHandler.sellWhatAnAdapterGave.selector;
        selectors[3] = AdapterHandler.sellNative.selector;
        selectors[4] = AdapterHandler.sellWithFee.selector;
        selectors[5] = AdapterHandler.fillOrder.selector;
        selectors[6] = AdapterHandler.meetADishonestPool.selector;
        selectors[7] = AdapterHandler.callAnAdapterDirectly.selector;
        selectors[8] = AdapterHandler.give.selector;
        selectors[9] = AdapterHandler.donate.selector;
        selectors[10] = AdapterHandler.sendMangledLeg.selector;
        selectors[11] = AdapterHandler.sellTaxed.selector;
        targets = new Vm.FuzzSelector[](1);
        targets[0] = Vm.FuzzSelector(address(handler), selectors);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// Their meaning: Invariants.t.sol. They are checked together, so that each campaign serves all of them.
    function invariant_I1ToI13() public view {
        for (uint256 i = 1; i <= 12; i++) {
            string memory why = handler.broken(i);
            require(bytes(why).length == 0, why);
        }
        require(handler.allowancesStand(), "I1: an allowance of somebody who did nothing changed");
        require(handler.routerHoldsWhatWasDonated(), "I4: something stayed in the router");
        require(handler.adaptersKeepNothing(), "I4, I5: something stayed in an adapter, or an allowance of its");
        require(handler.routerAllowsNobody() && handler.routerAllowsNoAdapter(), "I5: the router allows somebody something");
        string[4] memory names = ["alone", "after a pool", "before a pair", "native"];
        for (uint256 i = 0; i < 4; i++) require(handler.gasOf(names[i]) <= MOST_GAS, names[i]);
    }
}
