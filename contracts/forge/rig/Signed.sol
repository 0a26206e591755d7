// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Order, Router} from "./Router.sol";
import {Trade} from "./Trade.sol";
import {vm} from "./Vm.sol";

/// @notice Orders and their signatures, hashed by hand, independent of contracts/src.
abstract contract Signed is Trade {
    uint256 internal constant KEY = 77;
    uint256 internal constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;
    uint256 internal constant CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
    address internal owner;
    address internal relayer = address(0x4e1a);

    function setUp() public virtual override {
        super.setUp();
        owner = vm.addr(KEY);
        a.mint(owner, HELD);
        a.mint(relayer, 1);
        _allow(owner, address(a));
    }

    function _order() internal view returns (Order memory) {
        return Order({
            router: address(router),
            sender: owner,
            recipient: receiver,
            fromAsset: address(a),
            toAsset: address(b),
            deadline: FOREVER,
            amountOutMin: 1,
            swapFee: E18 / 1000,
            amountIn: E18,
            affiliate: affiliate,
            affiliateFee: E18 / 100,
            nonce: 2
        });
    }

    function _sign(Order memory order) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _digest(order));
        return abi.encodePacked(r, s, v);
    }

    function _fill(Order memory order, bytes memory signature, bytes memory route)
        internal
        returns (bool ok, bytes memory answer)
    {
        bytes memory data = abi.encodeCall(Router.fillOrder, (order, signature, "", route));
        vm.prank(relayer);
        return address(router).call(data);
    }
}
