// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Handler} from "./Handler.sol";
import {Vm} from "../rig/Vm.sol";

/// I1 to I13 after any sequence of the actions of `Handler`.
contract InvariantTest {
    Handler private handler;

    function setUp() public {
        handler = new Handler();
        handler.setUp();
    }

    /// A handler that never succeeds would hold every invariant.
    function test_EveryHandlerDoesSomething() public {
        handler.sellOnV2(1e18, false, 0);
        handler.sellOnV3(1e18, true, false);
        handler.sellOnV3(1e18, true, true);
        handler.donate(1, 1000);
        handler.sellThroughTheRouter(1e18, true);
        handler.sellNative(1e18);
        handler.buyNative(1e18);
        handler.sellWithFee(1e18, 1000);
        handler.fillOrder(1e18, 1e15, 1, 1);
        handler.cancel(3);
        handler.meetAnEvilPool(1e18, 0, true);
        handler.meetAPoolThatPushesClaims(1e17, 1e18, 0, false, false);
        handler.meetAPoolThatPushesClaims(1e17, 1e18, 1, true, true);
        handler.meetAnEvilVault(1e18, 0);
        handler.sendMangledCalldata(1e18, 0, 0, type(uint16).max);
        handler.callBackDirectly(1, 0xfa461e33, 1, 0);
        handler.attackWithARoute(1, 7, 1e9);
        string[16] memory names = [
            "V2", "V3", "V3, through the router", "donation", "two hops", "native in", "native out", "fee", "order",
            "cancel", "evil pool", "swap by claims", "order by claims", "evil vault", "whole calldata", "direct callback"
        ];
        for (uint256 i = 0; i < 16; i++) require(handler.done(names[i]) == 1, names[i]);
        for (uint256 i = 1; i <= 12; i++) _holds(i);
    }

    function targetSelectors() external view returns (Vm.FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](15);
        selectors[0] = Handler.sellOnV2.selector;
        selectors[1] = Handler.sellOnV3.selector;
        selectors[2] = Handler.sellThroughTheRouter.selector;
        selectors[3] = Handler.sellNative.selector;
        selectors[4] = Handler.buyNative.selector;
        selectors[5] = Handler.sellWithFee.selector;
        selectors[6] = Handler.fillOrder.selector;
        selectors[7] = Handler.cancel.selector;
        selectors[8] = Handler.meetAnEvilPool.selector;
        selectors[9] = Handler.meetAnEvilVault.selector;
        selectors[10] = Handler.attackWithARoute.selector;
        selectors[11] = Handler.sendMangledCalldata.selector;
        selectors[12] = Handler.callBackDirectly.selector;
        selectors[13] = Handler.donate.selector;
        selectors[14] = Handler.meetAPoolThatPushesClaims.selector;
        targets = new Vm.FuzzSelector[](1);
        targets[0] = Vm.FuzzSelector(address(handler), selectors);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_I1_NobodyButThePayerLoses() external view {
        _holds(1);
        require(handler.allowancesStand(), "an allowance of somebody who did nothing changed");
    }

    function invariant_I2_ThePayerLosesNoMoreThanIsSold() external view {
        _holds(2);
    }

    function invariant_I3_OnlyTheArmedIsAnsweredAndOnce() external view {
        _holds(3);
    }

    function invariant_I4_TheRouterKeepsNothing() external view {
        _holds(4);
        require(handler.routerHoldsWhatWasDonated(), "something stayed in the router");
    }

    function invariant_I5_TheRouterAllowsNobody() external view {
        _holds(5);
        require(handler.routerAllowsNobody(), "the router allows somebody something");
    }

    /// By this trade, and not by payments owed to the recipient anyway.
    function invariant_I6_TheRecipientGainsTheMinimum() external view {
        _holds(6);
    }

    function invariant_I7_TheAffiliateGainsExactlyItsFee() external view {
        _holds(7);
    }

    function invariant_I8_ANonceWorksOnceForWhatWasSigned() external view {
        _holds(8);
    }

    function invariant_I9_OnlyListedCallsAreMade() external view {
        _holds(9);
    }

    function invariant_I10_MangledCalldataRevertsOrHolds() external view {
        _holds(10);
    }

    function invariant_I11_WhatComesOutIsWhatWasForeseen() external view {
        _holds(11);
    }

    function invariant_I12_NobodyIsArmedAfterwards() external view {
        _holds(12);
    }

    /// Gas of the call alone, in both builds: no state drives a swap far beyond the goals. Exact figures:
    /// contracts/snapshots.
    function invariant_I13_GasStaysWithinBounds() external view {
        string[6] memory names = ["V2", "V3", "V3, through the router", "two hops", "native in", "native out"];
        uint256[6] memory bounds = [uint256(120_000), 180_000, 210_000, 280_000, 220_000, 200_000];
        for (uint256 i = 0; i < 6; i++) require(handler.gasOf(names[i]) <= bounds[i], names[i]);
    }

    function _holds(uint256 invariant) private view {
        string memory why = handler.broken(invariant);
        require(bytes(why).length == 0, why);
    }
}
