// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Peers, SwapRouter02} from "./Peers.sol";
import {vm} from "../rig/Vm.sol";

/// Gas of whole transactions, each on the same fresh state: `forge test --isolate`. Names are `case|router`.
contract GasTest is Peers {
    address private constant NATIVE = address(0);
    uint256 private constant KEY = 77;

    function test_V2_1hop() public {
        _ours("V2, 1 hop", _ask(address(a), address(b), E18, _direct(false)));
    }

    function test_V2_1hop_uniswap() public {
        vm.prank(payer);
        v2Router.swapExactTokensForTokens(E18, 1, _path(address(a), address(b)), receiver, FOREVER);
        vm.snapshotGasLastCall("V2, 1 hop|uniswap");
    }

    function test_V2_1hop_universal() public {
        _universal("V2, 1 hop", hex"08", _one(abi.encode(receiver, E18, 1, _path(address(a), address(b)), true)), 0);
    }

    function test_V2_2hops() public {
        bytes memory route = bytes.concat(
            Route.push(Route.TO_NEXT_POOL, pair[address(a)][address(b)], address(a), address(b), 0),
            Route.push(Route.TO_RECIPIENT | Route.IS_FED, pair[address(b)][address(c)], address(b), address(c), 0)
        );
        _ours("V2, 2 hops", _ask(address(a), address(c), E18, route));
    }

    function test_V2_2hops_uniswap() public {
        vm.prank(payer);
        v2Router.swapExactTokensForTokens(E18, 1, _path3(), receiver, FOREVER);
        vm.snapshotGasLastCall("V2, 2 hops|uniswap");
    }

    function test_V2_2hops_universal() public {
        _universal("V2, 2 hops", hex"08", _one(abi.encode(receiver, E18, 1, _path3(), true)), 0);
    }

    function test_V3_1hop() public {
        _ours("V3, 1 hop", _ask(address(a), address(b), E18, _direct(true)));
    }

    function test_V3_1hop_uniswap() public {
        vm.prank(payer);
        router02.exactInputSingle(SwapRouter02.Single(address(a), address(b), 3000, receiver, E18, 1, 0));
        vm.snapshotGasLastCall("V3, 1 hop|uniswap");
    }

    function test_V3_1hop_universal() public {
        bytes memory path = abi.encodePacked(address(a), uint24(3000), address(b));
        _universal("V3, 1 hop", hex"00", _one(abi.encode(receiver, E18, 1, path, true)), 0);
    }

    function test_V3_2hops() public {
        bytes memory route = bytes.concat(
            Route.callback(Route.TO_ROUTER, pool[address(a)][address(b)], address(a), address(b), 0),
            Route.callback(
                Route.TO_RECIPIENT | Route.NAMES_TOKEN | Route.IS_FED,
                pool[address(b)][address(c)],
                address(b),
                address(c),
                0
            ),
            abi.encodePacked(address(b))
        );
        _ours("V3, 2 hops", _ask(address(a), address(c), E18, route));
    }

    function test_V3_2hops_uniswap() public {
        vm.prank(payer);
        router02.exactInput(SwapRouter02.Path(_v3Path(), receiver, E18, 1));
        vm.snapshotGasLastCall("V3, 2 hops|uniswap");
    }

    function test_V3_2hops_universal() public {
        _universal("V3, 2 hops", hex"00", _one(abi.encode(receiver, E18, 1, _v3Path(), true)), 0);
    }

    function test_split() public {
        _ours("split V2 + V3", _ask(address(a), address(b), E18, _split()));
    }

    function test_split_universal() public {
        bytes[] memory inputs = new bytes[](2);
        inputs[0] = abi.encode(receiver, E18 / 2, 0, _path(address(a), address(b)), true);
        inputs[1] = abi.encode(receiver, E18 / 2, 1, abi.encodePacked(address(a), uint24(3000), address(b)), true);
        _universal("split V2 + V3", hex"0800", inputs, 0);
    }

    function test_V2_nativeIn() public {
        bytes memory leg = Route.push(Route.TO_RECIPIENT, pair[weth][address(a)], weth, address(a), 0);
        _ours("V2, native in", _ask(NATIVE, address(a), E18, bytes.concat(abi.encodePacked(weth), leg)));
    }

    function test_V2_nativeIn_uniswap() public {
        vm.prank(payer);
        v2Router.swapExactETHForTokens{value: E18}(1, _path(weth, address(a)), receiver, FOREVER);
        vm.snapshotGasLastCall("V2, native in|uniswap");
    }

    function test_V2_nativeOut() public {
        bytes memory leg = Route.push(Route.TO_ROUTER, pair[weth][address(a)], address(a), weth, 0);
        _ours("V2, native out", _ask(address(a), NATIVE, E18, bytes.concat(abi.encodePacked(weth), leg)));
    }

    function test_V2_nativeOut_uniswap() public {
        vm.prank(payer);
        v2Router.swapExactTokensForETH(E18, 1, _path(address(a), weth), receiver, FOREVER);
        vm.snapshotGasLastCall("V2, native out|uniswap");
    }

    function test_V2_nativeOut_universal() public {
        bytes[] memory inputs = new bytes[](2);
        inputs[0] = abi.encode(address(2), E18, 0, _path(address(a), weth), true);
        inputs[1] = abi.encode(receiver, 1);
        _universal("V2, native out", hex"080c", inputs, 0);
    }

    function test_V3_nativeIn() public {
        bytes memory leg = Route.callback(Route.TO_RECIPIENT, pool[weth][address(a)], weth, address(a), 0);
        _ours("V3, native in", _ask(NATIVE, address(a), E18, bytes.concat(abi.encodePacked(weth), leg)));
    }

    function test_V3_nativeIn_uniswap() public {
        vm.prank(payer);
        router02.exactInputSingle{value: E18}(SwapRouter02.Single(weth, address(a), 3000, receiver, E18, 1, 0));
        vm.snapshotGasLastCall("V3, native in|uniswap");
    }

    function test_V3_nativeIn_universal() public {
        bytes[] memory inputs = new bytes[](2);
        inputs[0] = abi.encode(address(2), E18);
        inputs[1] = abi.encode(receiver, E18, 1, abi.encodePacked(weth, uint24(3000), address(a)), false);
        _universal("V3, native in", hex"0b00", inputs, E18);
    }

    function test_affiliate() public {
        _withFee("V3, 1 hop, affiliate", affiliate);
    }

    function test_affiliate_fresh() public {
        _withFee("V3, 1 hop, affiliate who held none", address(0xF4E5));
    }

    function test_throughRouter() public {
        _ours("V3, 1 hop, through the router", _ask(address(a), address(b), E18, Route.throughRouter(_direct(true))));
    }

    function test_order() public {
        vm.prank(vm.addr(KEY));
        router.cancel(0, 2);
        _withOrder("V3, 1 hop, order");
    }

    function test_order_fresh() public {
        _withOrder("V3, 1 hop, order on a fresh nonce word");
    }

    function _ours(string memory name, Ask memory ask) private {
        uint256 before = _balance(ask.tokenOut, receiver);
        vm.prank(payer);
        router.swap{value: ask.value}(ask.tokenIn, ask.tokenOut, ask.amountIn, 1, receiver, FOREVER, ask.route);
        vm.snapshotGasLastCall(string.concat(name, "|ours"));
        require(_balance(ask.tokenOut, receiver) > before, "gave nothing");
    }

    function _universal(string memory name, bytes memory commands, bytes[] memory inputs, uint256 value) private {
        vm.prank(payer);
        universal.execute{value: value}(commands, inputs, FOREVER);
        vm.snapshotGasLastCall(string.concat(name, "|universalRouter"));
    }

    function _withFee(string memory name, address to) private {
        bytes memory route = _direct(true);
        uint256 fee = uint256(uint160(to)) << 96 | 10_000;
        vm.prank(payer);
        router.swapWithFee(address(a), address(b), E18, 1, receiver, FOREVER, fee, route);
        vm.snapshotGasLastCall(string.concat(name, "|ours"));
    }

    /// Without fees: the cost of the order itself.
    function _withOrder(string memory name) private {
        address owner = vm.addr(KEY);
        a.mint(owner, HELD);
        _allow(owner, address(a));
        Order memory order = Order(
            address(router), owner, receiver, address(a), address(b), FOREVER, 1, 0, E18, address(0), 0, 0
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _digest(order));
        bytes memory route = _direct(true);
        bytes memory signature = abi.encodePacked(r, s, v);
        vm.prank(payer);
        router.fillOrder(order, signature, "", route);
        vm.snapshotGasLastCall(string.concat(name, "|ours"));
    }

    function _path(address x, address y) private pure returns (address[] memory path) {
        path = new address[](2);
        (path[0], path[1]) = (x, y);
    }

    function _path3() private view returns (address[] memory path) {
        path = new address[](3);
        (path[0], path[1], path[2]) = (address(a), address(b), address(c));
    }

    function _v3Path() private view returns (bytes memory) {
        return abi.encodePacked(address(a), uint24(3000), address(b), uint24(3000), address(c));
    }

    function _one(bytes memory input) private pure returns (bytes[] memory inputs) {
        inputs = new bytes[](1);
        inputs[0] = input;
    }
}
