// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Signed} from "../rig/Signed.sol";
import {vm} from "../rig/Vm.sol";

/// Coins sent to calls that sell none, and orders at the limits of what may be signed.
contract EntriesTest is Signed {
    /// The armed pool may ask to be paid. Coins that it sent along would belong to the next caller.
    function test_PoolThatBringsCoins() public {
        _refusesCoins(Route.CALLBACK);
    }

    function test_VaultThatBringsCoins() public {
        _refusesCoins(Route.VAULT);
    }

    function _refusesCoins(uint8 move) private {
        GenerousPool generous = new GenerousPool(b);
        b.mint(address(generous), E18);
        vm.deal(address(generous), 1);
        bytes memory route = move == Route.CALLBACK
            ? Route.callback(Route.TO_RECIPIENT, address(generous), address(a), address(b), 0)
            : Route.vault(Route.TO_RECIPIENT, address(generous), address(a), address(b), address(0));
        require(_done(_ask(address(a), address(b), E18, route)) == E18, "not one for one");
        require(generous.refused() && address(generous).balance == 1, "the coin was taken");
        _untouched();
    }

    function test_EntriesThatSellNoNativeTakeNoCoins() public {
        bytes memory route = _direct(true);
        bytes[5] memory calls = [
            abi.encodeCall(
                Router.swapWithPermit, (address(a), address(b), E18, 1, receiver, FOREVER, 0, route, new bytes(102))
            ),
            abi.encodeCall(
                Router.swapWithPermit,
                (address(0), weth, E18, 1, receiver, FOREVER, 0, abi.encodePacked(weth), new bytes(102))
            ),
            abi.encodeCall(Router.fillOrder, (_order(), _sign(_order()), "", route)),
            abi.encodeCall(Router.cancel, (1, 1)),
            abi.encodeCall(Router.eip712Domain, ())
        ];
        for (uint256 i = 0; i < 5; i++) {
            vm.prank(payer);
            (bool ok, bytes memory answer) = address(router).call{value: E18}(calls[i]);
            // Refused before anything is decoded: not by an error of the router.
            require(!ok && answer.length == 0, "was let in");
        }
        require(payer.balance == HELD && address(router).balance == 0, "coins were taken");
    }

    /// Also with an amount of zero: an order brings no coins, so native currency cannot be sold.
    function test_OrderThatSellsNative() public {
        Order memory order = _order();
        (order.fromAsset, order.toAsset) = (address(0), weth);
        _isRefused(order, abi.encodeWithSignature("WrongValue(uint256,uint256)", 0, 1_011_000_000_000_000_000));
        order.deadline = 1;
        _isRefused(order, abi.encodeWithSignature("WrongValue(uint256,uint256)", 0, 1_011_000_000_000_000_000));
        (order.amountIn, order.swapFee, order.affiliateFee, order.affiliate) = (0, 0, 0, address(0));
        _isRefused(order, abi.encodeWithSignature("WrongValue(uint256,uint256)", 0, 0));
    }

    /// At most a tenth of the order's whole cost, the affiliate fee included: for an amount of 2, 2/9 rounded down.
    function test_AffiliateOfAnOrderTakesATenthOfItsCost() public {
        Order memory order = _order();
        (order.amountIn, order.swapFee) = (E18, E18);
        order.affiliateFee = 222_222_222_222_222_223;
        _isRefused(order, abi.encodeWithSignature("FeeTooHigh(uint256)", 100_001));
        order.affiliateFee = 222_222_222_222_222_222;
        (bool ok, bytes memory answer) = _fill(order, _sign(order), _direct(true));
        if (!ok) _same(answer, "none");
        require(a.balanceOf(affiliate) == 222_222_222_222_222_223, "not its part");
        require(HELD - a.balanceOf(owner) == 2_222_222_222_222_222_222, "not what it costs");
    }

    function _isRefused(Order memory order, bytes memory wanted) private {
        (bool ok, bytes memory answer) = _fill(order, _sign(order), _direct(true));
        require(!ok, "was not refused");
        if (keccak256(answer) != keccak256(wanted)) _same(answer, "none");
    }
}

/// @notice Trades one for one as a pool or as a vault, and sends a coin of its own with its request for payment.
contract GenerousPool {
    PlainToken private immutable given;
    bool public refused;

    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Params {
        bool zeroForOne;
        int256 amount;
        uint160 limit;
    }

    constructor(PlainToken given_) {
        given = given_;
    }

    function swap(address to, bool, int256 amount, uint160, bytes calldata) external returns (int256, int256) {
        _ask(abi.encodeWithSelector(0xfa461e33, amount, int256(0), bytes("")));
        given.transfer(to, uint256(amount));
        return (amount, -amount);
    }

    function unlock(bytes calldata data) external returns (bytes memory) {
        return abi.decode(_ask(abi.encodeWithSelector(0x91dd7346, data)), (bytes));
    }

    function swap(Key calldata, Params calldata params, bytes calldata) external pure returns (int256) {
        (int128 owed, int128 got) = (int128(params.amount), -int128(params.amount));
        (int128 delta0, int128 delta1) = params.zeroForOne ? (owed, got) : (got, owed);
        return int256(delta0) << 128 | int256(uint256(uint128(delta1)));
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address token, address to, uint256 amount) external {
        PlainToken(token).transfer(to, amount);
    }

    function _ask(bytes memory data) private returns (bytes memory answer) {
        bool ok;
        (ok,) = msg.sender.call{value: 1}(data);
        if (ok) return abi.encode(new bytes(32));
        refused = true;
        (ok, answer) = msg.sender.call(data);
        require(ok, "unpaid");
    }
}
